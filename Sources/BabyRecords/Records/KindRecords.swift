package import BabyEngine
import BabyModel
package import BabyProtocol

extension LogbookWriter {
  package func answer(_ notes: ConvertedNotes) throws -> NoteConvert.Answer {
    NoteConvert.Answer(
      child: ChildReference(notes.child), units: notes.settings.units, timeFormat: notes.settings.timeFormat,
      theme: notes.settings.theme,
      notes: notes.conversions.map { conversion in
        NoteConversionRecord(
          note: EntryRecord(conversion.note, in: notes.zone),
          entry: conversion.entry.map { EntryRecord($0, in: notes.zone) })
      }, otherNotes: notes.otherNotes, nextCursor: notes.nextCursor, step: isDryRun ? nil : notes.step?.description,
      seq: try seq, isDryRun: isDryRun)
  }
}

extension FoodList.Answer {
  package init(_ view: FoodView) {
    self.init(
      child: ChildReference(view.child), theme: view.settings.theme,
      foods: view.foods.map { FoodRecord($0, in: view.zone) }, leftOut: view.leftOut > 0 ? view.leftOut : nil)
  }
}

extension MilkGet.Answer {
  package init(_ view: MilkView) {
    // What sums leave behind the third place is no milk.
    func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
    let units = view.settings.units
    self.init(
      child: ChildReference(view.child), units: units, timeFormat: view.settings.timeFormat,
      theme: view.settings.theme, amount: rounded(view.milliliters / units.milliliters),
      amountMl: rounded(view.milliliters), changes: view.changes.map { EntryRecord($0, in: view.zone) })
  }
}

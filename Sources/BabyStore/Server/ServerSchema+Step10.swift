extension ServerSchema {
  /// A child can have a day when it was due and a weight at birth.
  static let step10 = """
    ALTER TABLE child ADD COLUMN due_date TEXT;
    ALTER TABLE child ADD COLUMN birth_weight REAL;
    ALTER TABLE child ADD COLUMN birth_weight_unit TEXT;
    """
}

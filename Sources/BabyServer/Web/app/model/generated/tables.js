// Generated from the model by `RECORD=1 swift test --filter PageCaseTests`: what is changed here is lost.

// What one of each is in millilitres.
/** @type {Record<import('../types.js').Unit, number>} */
export const volumes = {ml: 1, oz: 29.5735};

/** @type {Record<string, import('../types.js').Kind>} */
export const kinds = {
  feeding: {title: 'Feed', longest: 21600000, hasTimer: true, fields: [{name: 'method', type: 'choice', isRequired: true, words: ['breast', 'bottle', 'pumping']}, {name: 'startedSide', type: 'choice', words: ['left', 'right']}, {name: 'breasts', type: 'choice', words: ['one', 'both']}, {name: 'amount', type: 'quantity', unitName: 'unit', most: 1000000, units: [{word: 'ml'}, {word: 'oz', factor: 29.5735}]}, {name: 'content', type: 'choice', words: ['formula', 'breastMilk', 'otherMilk', 'water']}, {name: 'leftSeconds', type: 'seconds', most: 86400}, {name: 'rightSeconds', type: 'seconds', most: 86400}, {name: 'timedSide', type: 'choice', words: ['left', 'right']}, {name: 'timedSince', type: 'instant'}, {name: 'pausedSince', type: 'instant'}]},
  diaper: {fields: [{name: 'type', type: 'choice', isRequired: true, words: ['wet', 'dirty', 'both']}]},
  sleep: {longest: 86400000, hasTimer: true, runsWithoutEnd: true, fields: []},
  tummy: {title: 'Tummy time', longest: 7200000, hasTimer: true, runsWithoutEnd: true, fields: []},
  note: {requiredNote: 'note', fields: [{name: 'category', type: 'choice', isRequired: true, words: ['general', 'health', 'medicine', 'milestone', 'growth', 'food'], standard: 'general'}]},
  weight: {isDeclared: true, hasDays: true, fields: [{name: 'value', type: 'quantity', isRequired: true, unitName: 'unit', most: 200000, limits: [0.3, 100], units: [{word: 'kg'}, {word: 'g', factor: 0.001}, {word: 'lb', factor: 0.45359237, parts: {word: 'oz', perWhole: 16}}, {word: 'oz', factor: 0.028349523125}]}]},
  length: {isDeclared: true, hasDays: true, fields: [{name: 'value', type: 'quantity', isRequired: true, unitName: 'unit', most: 2000, limits: [20, 150], units: [{word: 'cm'}, {word: 'in', factor: 2.54}, {word: 'mm', factor: 0.1}]}, {name: 'position', type: 'choice', words: ['lying', 'standing']}]},
  head: {isDeclared: true, hasDays: true, fields: [{name: 'value', type: 'quantity', isRequired: true, unitName: 'unit', most: 2000, limits: [15, 70], units: [{word: 'cm'}, {word: 'in', factor: 2.54}, {word: 'mm', factor: 0.1}]}]},
  temperature: {isDeclared: true, fields: [{name: 'value', type: 'quantity', isRequired: true, unitName: 'unit', most: 200, limits: [25, 45], units: [{word: 'celsius', sign: '°C'}, {word: 'fahrenheit', sign: '°F', factor: 0.5555555555555556, offset: -17.77777777777778}]}, {name: 'place', type: 'choice', words: ['rectal', 'ear', 'forehead', 'armpit']}]},
  medicine: {isDeclared: true, fields: [{name: 'name', type: 'text', isRequired: true}, {name: 'dose', type: 'quantity', unitName: 'unit', least: 0.001, most: 100000, units: [{word: 'ml'}, {word: 'drop', plural: 'drops'}, {word: 'mg'}, {word: 'mcg'}, {word: 'g'}, {word: 'IU'}, {word: 'tablet', plural: 'tablets'}, {word: 'suppository', plural: 'suppositories'}, {word: 'puff', plural: 'puffs'}, {word: 'sachet', plural: 'sachets'}]}, {name: 'intervalSeconds', type: 'seconds', least: 60, most: 2678400, prefix: 'every'}, {name: 'mostPerDay', type: 'count', least: 1, most: 48, prefix: 'at most'}]},
  vaccine: {isDeclared: true, hasDays: true, fields: [{name: 'name', type: 'text', isRequired: true}, {name: 'doseNumber', type: 'count', least: 1, most: 20, prefix: 'dose'}, {name: 'site', type: 'text'}]},
  food: {isDeclared: true, fields: [{name: 'foods', type: 'text', isRequired: true}, {name: 'liking', type: 'choice', words: ['loved', 'liked', 'unsure', 'disliked', 'refused']}, {name: 'reaction', type: 'text'}, {name: 'allergens', type: 'text'}]},
  milestone: {isDeclared: true, hasDays: true, fields: [{name: 'title', type: 'text', isRequired: true}, {name: 'category', type: 'choice', words: ['movement', 'hands', 'language', 'social', 'own']}]},
  milkStore: {isDeclared: true, fields: [{name: 'change', type: 'choice', isRequired: true, words: ['add', 'give', 'discard', 'more', 'less']}, {name: 'amount', type: 'quantity', isRequired: true, unitName: 'unit', most: 1000000, limits: [0.1, 5000], units: [{word: 'ml'}, {word: 'oz', factor: 29.5735}]}]},
  briefWaking: {longest: 3600000, isDeclared: true, fields: []},
  activity: {longest: 86400000, hasTimer: true, runsWithoutEnd: true, isDeclared: true, namedBy: 'name', fields: [{name: 'name', type: 'text', isRequired: true}]},
};

/** For how many milliseconds banners are shown; null is until they are resolved. */
export const lifetimes = {success: 10000, warning: 4000, error: null, saved: 2000};

// Defaults of settings; the others are off.
/** @type {Record<string, string>} */
export const settings = {'day.start': '00:00', 'predictions.enabled': 'on', 'reminders.enabled': 'on', 'reminders.feed': '2h', 'reminders.from': 'start', 'reminders.sleep': '12h', 'reminders.tummy': '30m', 'theme.categoryStrategy': 'desaturated-jewel', 'theme.iconStyle': 'filled', 'theme.mode': 'auto', 'theme.palette': 'warm-nightlight', 'time.format': '12h', units: 'ml', 'units.temperature': 'C', 'units.weight': 'kg'};

export const palettes = [{id: 'warm-nightlight'}, {id: 'current-indigo', name: 'Indigo'}, {id: 'ocean-calm'}, {id: 'sage-garden'}, {id: 'midnight-harbor'}];
export const strategies = [{id: 'desaturated-jewel'}, {id: 'warm-cool-split'}, {id: 'apple-health'}, {id: 'muted-earth'}, {id: 'pastel-harmony'}];

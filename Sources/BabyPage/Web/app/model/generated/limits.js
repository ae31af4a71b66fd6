// Generated from the model by `contrib/dev/generate-docs`: what is changed here is lost.

export const clockDifference = 300000;
export const longest = 86400000;
export const feed = 21600000;
export const feedMl = 500;
export const pumpingMl = 1000;
export const leastMl = 10;
export const note = {characters: 10000, bytes: 65536};
export const field = {characters: 200, bytes: 1024};
export const activity = {characters: 40, bytes: 256};
export const nap = 600000;
export const napNote = 'Quick log nap (10 min)';
export const tummy = 300000;
export const standardAmounts = {ml: 120, oz: 4};
export const activities = 20;
export const feedWindow = 86400000;
export const awaited = 86400000;
export const recent = 1209600000;
export const recentKinds = 5;

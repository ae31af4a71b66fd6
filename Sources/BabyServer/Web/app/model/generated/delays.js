// Generated from the model by `RECORD=1 swift test --filter PageCaseTests`: what is changed here is lost.

export const pollInterval = 30000;
export const longestPollPause = 300000;
export const watchedPause = 5000;
export const newsInterval = 200;
export const newsPause = 1000;
export const longNewsPause = 300000;
export const longestNewsPause = 3600000;
export const newsProof = 60000;
export const newsTimeout = 10000;
export const newsSilence = 60000;
export const pageLength = 500;
export const retryDelays = [2000, 4000, 8000, 16000];
export const retryRest = 3600000;
export const busyPause = 60000;
export const bounce = 1000;

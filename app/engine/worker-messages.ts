/** What the worker says once it can be asked: whoever made it knows from it that its script came and ran. */
export const readyMessage = 'the engine is ready';

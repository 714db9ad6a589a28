export const state = {
};

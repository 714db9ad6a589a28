export const views = {
};

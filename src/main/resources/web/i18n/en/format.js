export const format = {
};

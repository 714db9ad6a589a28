export const question = {
};

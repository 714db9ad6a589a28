export const app = {
};

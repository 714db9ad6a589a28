export const daemon = {
};

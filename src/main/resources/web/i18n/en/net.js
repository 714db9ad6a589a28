export const net = {
};

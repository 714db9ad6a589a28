export const inbox = {
};

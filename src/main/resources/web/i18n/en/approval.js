export const approval = {
};

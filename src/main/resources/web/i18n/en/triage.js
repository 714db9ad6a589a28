export const triage = {
};

export const app = {
  'app.document.no_script': 'This page needs JavaScript. The command line answers as well:',
};

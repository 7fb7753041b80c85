// Descriptions of templates in the reference of the public API.
export const LIST_TEMPLATES_CALL =
  'The templates of the project, the newest first. Templates have no mode: a TEST key reads the same ones.';
export const CREATE_TEMPLATE_CALL =
  'Saves a text as a template. Names are unique in a project, whatever their case (1013), and a project has at most 100 templates (1013). LIVE campaigns use the templates, so creating, changing and deleting one needs a LIVE key (1004).';
export const GET_TEMPLATE_CALL = 'One template.';
export const CHANGE_TEMPLATE_CALL =
  'Changes the fields that you give. Campaigns keep the text that they were created with.';
export const DELETE_TEMPLATE_CALL =
  'Deletes a template. Campaigns that were created from it keep their text.';
export const TEMPLATE_ID = 'The id of the template.';
export const TEMPLATE_NAME = 'The name: at most 60 characters.';
export const TEMPLATE_CONTENT =
  'The text: at most 10 segments or 1,600 characters. It may have merge fields, such as `{first_name}`.';
export const TEMPLATES_RESULTS = 'The templates, the newest first.';
export const TEMPLATE_DELETED = 'How many templates were deleted: 1.';

// Words of templates: below the text of a message, and in their dialog.
export const templates = {
  'templates.useOne': 'Use a template',
  'templates.used': '{name} is in place of your text. <undo>Put your text back</undo>',
  'templates.title': 'Templates',
  'templates.choose': 'Choose a text to put in your message.',
  'templates.find': 'Find a template',
  'templates.empty':
    'No templates yet. A template is a text that you send again and again, such as a reminder or an offer.',
  'templates.notFound': 'No template has these words.',
  'templates.onlyCampaign':
    'Send SMS has no names to put in for {fields}. Use it in a <link>New Campaign</link>.',
  'templates.edit': 'Edit {name}',
  'templates.delete': 'Delete {name}',
  'templates.new': 'New template',
  'templates.editTitle': 'Edit template',
  'templates.saveTitle': 'Save as template',
  'templates.name': 'Template name',
  'templates.nameHint': 'Only your team sees the name.',
  'templates.save': 'Save template',
  'templates.saved': 'Template saved',
  'templates.gone': 'This template has just been deleted. Save it again to keep your text.',
  'templates.deleted': '{name} has been deleted',
} as const;

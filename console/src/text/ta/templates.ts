// The words of templates in Tamil: below the text of a message, and in their dialog.
export const templates = {
  'templates.useOne': 'வார்ப்புருவைப் பயன்படுத்துக',
  'templates.used': 'உங்கள் உரைக்குப் பதிலாக {name} இடப்பட்டுள்ளது. <undo>உங்கள் உரையை மீள இடுக</undo>',
  'templates.title': 'வார்ப்புருக்கள்',
  'templates.choose': 'உங்கள் செய்தியில் இட ஓர் உரையைத் தேர்வுசெய்யவும்.',
  'templates.find': 'வார்ப்புருவைத் தேடுக',
  'templates.empty':
    'இன்னும் வார்ப்புருக்கள் இல்லை. வார்ப்புரு என்பது நினைவூட்டல் அல்லது சலுகை போன்று நீங்கள் அடிக்கடி அனுப்பும் உரை.',
  'templates.notFound': 'இந்தச் சொற்களுடன் வார்ப்புரு இல்லை.',
  'templates.onlyCampaign':
    '“SMS அனுப்புக” பக்கத்தில் {fields} இடத்தில் இடப் பெயர்கள் இல்லை. அதை <link>புதிய பிரசாரம்</link> பக்கத்தில் பயன்படுத்தவும்.',
  'templates.edit': '{name} ஐத் திருத்துக',
  'templates.delete': '{name} ஐ நீக்குக',
  'templates.new': 'புதிய வார்ப்புரு',
  'templates.editTitle': 'வார்ப்புருவைத் திருத்துக',
  'templates.saveTitle': 'வார்ப்புருவாகச் சேமிக்க',
  'templates.name': 'வார்ப்புருவின் பெயர்',
  'templates.nameHint': 'இந்தப் பெயரை உங்கள் அணி மட்டுமே காணும்.',
  'templates.save': 'வார்ப்புருவைச் சேமிக்க',
  'templates.saved': 'வார்ப்புரு சேமிக்கப்பட்டது',
  'templates.gone': 'இந்த வார்ப்புரு சற்று முன் நீக்கப்பட்டது. உங்கள் உரையை வைத்திருக்க, மீண்டும் சேமிக்கவும்.',
  'templates.deleted': '{name} நீக்கப்பட்டது',
} as const;

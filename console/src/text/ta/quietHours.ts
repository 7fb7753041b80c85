// Words of quiet hours: of the note on Send SMS and New Campaign and in their reviews, and of the setting, in Tamil.
export const quietHours = {
  'quiet.title': 'அமைதி நேரம்',
  'quiet.clock':
    '{part, select, some {{country} இன் சில பகுதிகளில்} other {{country} இல்}} {when, select, now {இப்போது நேரம் {clock}} other {அப்போது நேரம் {clock}}}.',
  'quiet.why': '{from} முதல் {to} வரை மக்கள் செய்திகளை விரும்பாமல் இருக்கலாம்.',
  'quiet.sendAt': '<send>அங்கு {clock} மணிக்கு அனுப்புக</send>',
  'quiet.held': 'அவை அங்கு {clock} மணிக்கு அனுப்பப்படும்.',
  'quiet.more': 'மேலும் {count, plural, one {# நாட்டில்} other {# நாடுகளில்}}.',
  'settings.quiet': 'விளம்பரச் செய்திகளைத் தாமதிக்க',
  'settings.quietHint': 'பெறுநர் இருக்கும் இடத்தில் இரவில். ஏனைய செய்திகள் உடனே அனுப்பப்படும்.',
  'settings.quietOff': 'இல்லை',
  'settings.quietFromTo': '{from} முதல் {to} வரை',
  'settings.quietTo': 'வரை',
  'settings.quietFromLabel': 'தாமதத் தொடக்க நேரம்',
  'settings.quietToLabel': 'தாமத முடிவு நேரம்',
  'settings.quietWarned':
    'அவை எந்த நேரத்திலும் அனுப்பப்படும். பெறுநருக்கு {from} முதல் {to} வரையான நேரமாக இருந்தால் உங்களுக்கு எச்சரிக்கப்படும்.',
  'settings.quietHeld':
    'இந்த நேரத்தில் அனுப்பப்படுபவை, API, கன்சோல் அல்லது பிரசாரம் எதிலிருந்து வந்தாலும், அதன் முடிவு வரை காத்திருக்கும். திட்டமிட்ட செய்திகளைப் போல் அவற்றுக்குக் கட்டணம் அறவிடப்படும்; இரத்துச்செய்யலாம்.',
  'settings.quietSaved': 'அமைதி நேரம் வெற்றிகரமாகப் புதுப்பிக்கப்பட்டது',
} as const;

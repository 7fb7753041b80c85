// Tamil text of quiet hours.
import type { TextsOf } from '../translation.ts';
import type { quietHours } from './en.ts';

export const ta: TextsOf<typeof quietHours> = {
  'quiet.title': 'அமைதி நேரம்',
  'quiet.titleInReview': 'அமைதி நேரம், இந்த மீளாய்வில்',
  'quiet.clock':
    '{country}{part, select, some {, சில பகுதிகள்} other {}}: {when, select, now {இப்போது நேரம் {clock}} other {அப்போது நேரம் {clock}}}.',
  'quiet.why': '{from} முதல் {to} வரை மக்கள் செய்திகளை விரும்பாமல் இருக்கலாம்.',
  'quiet.sendAt': '<send>அங்கு {clock} மணிக்கு அனுப்பவும்</send>',
  'quiet.held': 'அவை அங்கு {clock} மணிக்கு அனுப்பப்படும்.',
  'quiet.more': 'மேலும் {count, plural, one {# நாட்டிலும்} other {# நாடுகளிலும்}} இதே நிலை.',
  'settings.quiet': 'விளம்பரச் செய்திகளை நிறுத்திவைக்கவும்',
  'settings.quietHint': 'பெறுநர் இருக்கும் இடத்தில் இரவில். ஏனைய செய்திகள் உடனே அனுப்பப்படும்.',
  'settings.quietOff': 'இல்லை',
  'settings.quietFromTo': '{from} முதல் {to} வரை',
  'settings.quietTo': 'முதல்',
  'settings.quietFromLabel': 'நிறுத்திவைக்கத் தொடங்கும் நேரம்',
  'settings.quietToLabel': 'நிறுத்திவைப்பு முடியும் நேரம்',
  'settings.quietWarned':
    'அவை எந்த நேரத்திலும் அனுப்பப்படும். பெறுநர் இருக்கும் இடத்தில் நேரம் {from} முதல் {to} வரை இருந்தால் உங்களுக்கு எச்சரிக்கை காட்டப்படும்.',
  'settings.quietHeld':
    'இந்த நேரத்தில் அனுப்பப்படுபவை, API, கன்சோல் அல்லது பிரசாரம் எதிலிருந்து வந்தாலும், அந்த நேரம் முடியும் வரை காத்திருக்கும். நேரம் குறித்த செய்திகளைப் போல் அவற்றுக்குக் கட்டணம் அறவிடப்படும்; அவற்றை இரத்துச்செய்யலாம். பெரிய பிரசாரத்தில் இந்த நேரத்துக்கு முன் ஏற்கப்பட்ட செய்திகள் இந்த நேரத்திலும் அனுப்பப்படலாம்.',
  'settings.quietService': '{countries}: சேவை அறிவிப்புகளுக்கும் இது பொருந்தும்.',
  'settings.quietSaved': 'அமைதி நேரம் வெற்றிகரமாகப் புதுப்பிக்கப்பட்டது',
};

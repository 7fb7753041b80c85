// Tamil text of imports from CSV files.
import type { TextsOf } from '../translation.ts';
import type { imports } from './en.ts';

export const ta: TextsOf<typeof imports> = {
  'upload.drop': 'CSV கோப்பை இங்கே இடவும்',
  'upload.choose': 'CSV கோப்பைத் தேர்வுசெய்யவும்',
  'upload.or': 'அல்லது',
  'upload.browse': 'கோப்பைத் தேடவும்',
  'upload.chooseOther': 'வேறு கோப்பைத் தேர்வுசெய்யவும்',
  'upload.limits': 'அதிகபட்சம் {rows, number} நிரைகள், {size}.',
  'upload.line': 'வரி',
  'upload.firstRows': '{file}, {size}: {total, number} நிரைகளில் முதல் {count, number}',
  'upload.allRows': '{file}, {size}: {count, plural, one {ஒரே நிரை} other {எல்லா # நிரைகளும்}}',
  'upload.bad': 'இவற்றில் {count, number} நிரைகளைப் பயன்படுத்த முடியாது; அவை தவிர்க்கப்படும்.',
  'upload.noneUsable': 'இந்தக் கோப்பின் எந்த நிரையையும் பயன்படுத்த முடியாது. எந்த நிரல் எதற்கானது எனச் சரிபார்க்கவும்.',
  'upload.dropped':
    '{count, plural, one {இந்த நிரல் எடுக்கப்படாது: {columns}} other {இந்த நிரல்கள் எடுக்கப்படாது: {columns}}}',
  'upload.andMore': '{items}, மேலும் {count, number}',
  'upload.conflicts':
    'இந்தக் கோப்பில் {count, plural, one {# எண்ணுக்கு} other {# எண்களுக்கு}} வெவ்வேறு பெயர்கள் உள்ளன. பின்னர் வரும் பெயர் வைக்கப்படும்:',
  'upload.conflictsOver':
    'இந்தக் கோப்பில் {count, number}-இற்கும் மேற்பட்ட எண்களுக்கு வெவ்வேறு பெயர்கள் உள்ளன. பின்னர் வரும் பெயர் வைக்கப்படும்:',
  'upload.conflict': '{number}: {kept}; {others} அல்ல',
  'upload.conflictsShown': 'இவை முதல் {shown, number}.',
  'upload.nameAt': '{name} (வரி {line, number})',
  'upload.columnOf': '{field}: நிரல்',
  'upload.column': 'நிரல் {letters}',
  'upload.columnLike': '{letters}: {sample}',
  'upload.noColumn': 'எதுவுமில்லை',
  'upload.template': 'மாதிரிக் கோப்பைப் பதிவிறக்கவும்',
  'upload.reading': '{file} வாசிக்கப்படுகிறது',
  'upload.clear': 'அகற்றவும்',
  'upload.way': 'கோப்பின் நிலை',
  'upload.stepSending': 'பதிவேற்றம்',
  'upload.stepReading': 'வாசிப்பு',
  'upload.stepDone': 'முடிந்தது',
  'upload.canLeave': 'இந்தச் சாளரத்தை மூடலாம். பதிவேற்றம் தொடரும்.',
  'upload.wrong': '*ஏதோ தவறு நேர்ந்தது!',
  'upload.notCsv': '{file} ஒரு CSV கோப்பு அல்ல. அதை CSV ஆகச் சேமித்து, அதைத் தேர்வுசெய்யவும்.',
  'upload.onlyOne': 'ஒரு நேரத்தில் ஒரு கோப்பை மட்டும் தேர்வுசெய்யவும்.',
  'upload.tooLarge': '{file} மிகப் பெரியது: அதிகபட்சம் {size}. பகுதி பகுதியாகப் பதிவேற்றவும்.',
  'upload.unreadable': 'கோப்பை வாசிக்க முடியவில்லை. அதை மீண்டும் தேர்வுசெய்யவும்.',
  'upload.rows': 'முதல் நிரைகள்',
  'upload.badNumber': 'சரியான தொலைபேசி எண் அல்ல',
  'upload.done': '{file} பதிவேற்றப்பட்டது',
  'upload.another': 'இன்னொரு கோப்பைப் பதிவேற்றவும்',
  'imported.rejected': 'நிராகரிக்கப்பட்டவை',
  'imported.rejectedRows': 'நிராகரிக்கப்பட்ட நிரைகள்',
  'imported.someRejected':
    'நிராகரிக்கப்பட்ட {total, number} நிரைகளில் முதல் {shown, number}. அறிக்கையில் {held, number} உள்ளன.',
  'imported.conflicts':
    'கோப்பில் {count, plural, one {# எண்ணுக்கு} other {# எண்களுக்கு}} வெவ்வேறு பெயர்கள் இருந்தன. பின்னர் வரும் பெயர் வைக்கப்பட்டது:',
  'imported.allIn': 'எல்லா நிரைகளும் சேர்க்கப்பட்டன.',
  'imported.downloadReport': 'அறிக்கையைப் பதிவிறக்கவும்',
};

// Tamil text of status callbacks.
import type { TextsOf } from '../translation.ts';
import type { callbacks } from './en.ts';

export const ta: TextsOf<typeof callbacks> = {
  'callbacks.intro': 'செய்தியின் நிலை பற்றி உங்கள் சேவையகத்துக்குச் செய்த ஒவ்வோர் அழைப்பும், புதியவை முதலில்.',
  'callbacks.apart':
    'செய்தியில் தரப்பட்ட URL க்கு அவை செல்லும். திட்டத்தின் எல்லா நிகழ்வுகளையும் பெற <link>webhook முனை</link> ஒன்றைச் சேர்க்கவும்.',
  'callbacks.keptFor': 'அழைப்புகள் {days, plural, one {# நாள்} other {# நாட்கள்}} வைத்திருக்கப்படும்.',
  'callbacks.attempts': 'நிலை callback கள்',
  'callbacks.message': 'செய்தி பெறுநர்',
  'callbacks.status': 'அறிவித்த நிலை',
  'callbacks.answer': 'பதில்',
  'callbacks.took': 'எடுத்த நேரம்',
  'callbacks.attempt': 'முயற்சி',
  'callbacks.try': '{attempt, number}',
  'callbacks.tryAgain': '{attempt, number}, மீண்டும் அனுப்பியது',
  'callbacks.ms': '{duration, number} ms',
  'callbacks.row': '{to}, {status}, பதில்: {answer}, {date}',
  'callbacks.allAnswers': 'எல்லாப் பதில்களும்',
  'callbacks.TAKEN': 'ஏற்றவை (2xx)',
  'callbacks.FAILED': 'ஏற்காதவை',
  'callbacks.searchHint': 'எண் அல்லது செய்தி id',
  'callbacks.empty':
    'இந்த நாட்களில் நிலை callback கள் இல்லை. status_callback உடன் அனுப்பும் செய்திக்கு அவை இங்கே தோன்றும்.',
  'callbacks.example':
    'எடுத்துக்காட்டாக, இந்த TEST செய்தியின் நிலை மாறும் ஒவ்வொரு முறையும் கடைசி வரியில் உள்ள சேவையகம் அழைக்கப்படும். TEST_KEY மேலோட்டத்தில் உள்ளது.',
  'callbacks.noMatch': 'இந்த வடிகட்டிகளுக்குப் பொருந்தும் நிலை callback இல்லை.',
  'callbacks.replay': 'Callback களை மீண்டும் அனுப்பவும்',
  'callbacks.replayText':
    'உங்கள் சேவையகம் இயங்காதிருந்தால் அல்லது அறிவித்ததை இழந்திருந்தால். Callback களின் id மாறாது; ஆகவே ஏற்கனவே உள்ளவற்றை உங்கள் சேவையகம் அறியும்.',
  'callbacks.from': 'தொடக்கம்',
  'callbacks.to': 'முடிவு',
  'callbacks.spanOrder': 'முதல் நேரத்துக்குப் பிந்திய நேரத்தைத் தேர்வுசெய்யவும்',
  'callbacks.what': 'மீண்டும் அனுப்ப வேண்டியவை',
  'callbacks.onlyFailed': 'உங்கள் சேவையகம் ஏற்காதவை',
  'callbacks.everything': 'எல்லாம், ஏற்றவையும் உட்பட',
  'callbacks.counting': 'எண்ணுகிறது…',
  'callbacks.noFailed': 'இந்த நேரத்தில் எந்த முயற்சியும் தோல்வியடையவில்லை: மீண்டும் அனுப்ப எதுவும் இல்லை.',
  'callbacks.noAttempts': 'இந்த நேரத்தில் முயற்சிகள் இல்லை: மீண்டும் அனுப்ப எதுவும் இல்லை.',
  'callbacks.failedCount':
    'இந்த நேரத்தில் {more, select, yes {{count, number}-இற்கு மேற்பட்ட முயற்சிகள் தோல்வியடைந்தன} other {தோல்வியடைந்த முயற்சிகள்: {count, number}}}.',
  'callbacks.failedThen': 'அவற்றில் உங்கள் சேவையகம் இன்னும் ஏற்காத ஒவ்வொரு நிலையும் மீண்டும் அனுப்பப்படும்.',
  'callbacks.allCount':
    'இந்த நேரத்தில் {more, select, yes {{count, number}-இற்கு மேற்பட்ட முயற்சிகள் உள்ளன} other {உள்ள முயற்சிகள்: {count, number}}}.',
  'callbacks.allThen': 'இந்தச் செய்திகளின் நிலைகள், அவற்றில் முதலாவதிலிருந்து மீண்டும் அனுப்பப்படும்.',
  'callbacks.replayAction': 'மீண்டும் அனுப்பவும்',
  'callbacks.replayBegun': 'Callback கள் மீண்டும் அனுப்பப்படுகின்றன',
  'callbacks.replaying':
    '{from} முதல் {to} வரையான callback கள் மீண்டும் அனுப்பப்படுகின்றன: இதுவரை {count, plural, one {# செய்தி} other {# செய்திகள்}}.',
  'callbacks.replayed':
    '{from} முதல் {to} வரையான callback கள் மீண்டும் அனுப்பப்பட்டன: {count, plural, one {# செய்தி} other {# செய்திகள்}}.',
};

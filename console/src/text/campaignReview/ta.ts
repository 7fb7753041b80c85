// Tamil text of the review dialog of a campaign, which loads with the dialog.
import type { TextsOf } from '../translation.ts';
import type { campaignReview } from './en.ts';

export const ta: TextsOf<typeof campaignReview> = {
  'review.title': 'பிரசாரத்தை உருவாக்கவும்',
  'review.nobody': 'இந்தச் செய்தி யாருக்கும் கிடைக்காது.',
  'review.duplicates': 'ஒன்றுக்கு மேற்பட்ட குழுக்களில், ஒருமுறை எண்ணப்பட்டது',
  'review.preview': 'முன்னோட்டம்',
  'review.first': '{all, number} செய்திகளில் முதல் {shown, number}, சென்றடையும் வடிவில்:',
  'review.all': '{count, plural, one {செய்தி, சென்றடையும் வடிவில்:} other {# செய்திகளும், சென்றடையும் வடிவில்:}}',
  'review.fits':
    '{fits, plural, =0 {உங்கள் இருப்புக்கும் நாளாந்த வரம்புக்கும் {all, plural, one {இந்தச் செய்தி அடங்கவில்லை} other {# செய்திகளில் எதுவும் அடங்கவில்லை}}.} one {உங்கள் இருப்புக்கும் நாளாந்த வரம்புக்கும் {all, number} செய்திகளில் # மட்டுமே அடங்கும்.} other {உங்கள் இருப்புக்கும் நாளாந்த வரம்புக்கும் {all, number} செய்திகளில் # மட்டுமே அடங்கும்.}}',
  'review.overBalance':
    '{count, plural, one {# செய்திக்கு} other {# செய்திகளுக்கு}} உங்கள் இருப்பு {balance} போதாது.',
  'review.overLimit':
    '{count, plural, one {# செய்தி} other {# செய்திகள்}} நாளாந்த வரம்பை ({limit}) மீறும்; அதில் {spent} செலவாகிவிட்டது. <link>வரம்பை மாற்றவும்</link>',
  'review.order': 'செய்திகள் தொலைபேசி எண்களின் வரிசைப்படி அனுப்பப்படும். தவிர்க்கப்படும் முதல் எண் {number}.',
  'review.againLater': 'மீதமுள்ளவர்களுக்குப் பின்னர் பிரசாரத்தின் பக்கத்திலிருந்து அனுப்பலாம்.',
  'review.asOfNow': 'இது இப்போதைய நிலை. பிரசாரம் தொடங்கும்போது இருப்பும் வரம்பும் மீண்டும் சரிபார்க்கப்படும்.',
  'review.ask': 'இப்போது {count, number} பேருக்கு அனுப்பி, {left, number} பேரைத் தவிர்க்கவா?',
  'review.askLater': 'இப்படியே நேரம் குறிக்கவா?',
  'review.send':
    '{count, plural, one {# செய்தியை} other {# செய்திகளை}} அனுப்பவும்{cost, select, none {} other { · {cost}}}',
  'review.schedule':
    '{count, plural, one {# செய்திக்கு} other {# செய்திகளுக்கு}} நேரம் குறிக்கவும்{cost, select, none {} other { · {cost}}}',
  'review.lacking':
    '{count, plural, one {# பெறுநருக்கு} other {# பெறுநர்களுக்கு}} {field, select, first_name {முதற்பெயர்} other {கடைசிப் பெயர்}} இல்லை: அவர்களது செய்தியில் அந்த இடம் வெறுமையாக இருக்கும். அதை நிரப்ப {example} என எழுதவும்.',
  'review.lackingFilled':
    '{count, plural, one {# பெறுநருக்கு} other {# பெறுநர்களுக்கு}} {field, select, first_name {முதற்பெயர்} other {கடைசிப் பெயர்}} இல்லை. அதற்குப் பதிலாக நீங்கள் கொடுத்த சொல் பயன்படுத்தப்படும்.',
  'review.withoutConsent': '{count, number} பெறுநர்களின் சம்மதம் பதிவாகவில்லை. இது அவர்களுக்கும் செல்லும்.',
  'review.created': '{count, plural, one {# பெறுநருக்கு} other {# பெறுநர்களுக்கு}} உங்கள் பிரசாரம் உருவாக்கப்பட்டது.',
  'review.leaving': 'உருவாக்கப்பட்டது. பிரசாரங்களின் பட்டியல் சற்று நேரத்தில் திறக்கும்.',
  'review.seeCampaign': 'பிரசாரத்தைப் பார்க்கவும்',
};

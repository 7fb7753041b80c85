// Tamil text of the page of a person.
import type { TextsOf } from '../translation.ts';
import type { people } from './en.ts';

export const ta: TextsOf<typeof people> = {
  'person.contact': 'தொடர்பு',
  'person.noContact': 'உங்கள் தொடர்புகளில் இல்லை.',
  'person.edit': 'தொடர்பைத் திருத்தவும்',
  'person.optOuts': 'நிறுத்தப்பட்டவை',
  'person.noOptOuts': 'எதுவும் இல்லை: இந்த எண் உங்கள் குழுவின் செய்திகளை ஏற்கிறது.',
  'person.optOut': '{scope}, {day} முதல். {source}.',
  'person.consents': 'விளம்பரச் சம்மதம்',
  'person.GIVEN': 'வழங்கப்பட்டது',
  'person.INFERRED': 'உறவிலிருந்து பெறப்பட்டது',
  'person.WITHDRAWN': 'திரும்பப் பெறப்பட்டது',
  'person.consent': '{kind}, {day}: {source}',
  'person.noMessages': 'இந்த நாட்களில் இந்த எண்ணுடன் செய்திகள் இல்லை.',
  'person.otherProjects': '{project} திட்டத்தின் செய்திகள் மட்டும்.',
};

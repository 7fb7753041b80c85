// Tamil text of the rule of passwords.
import type { TextsOf } from '../translation.ts';
import type { password } from './en.ts';

export const ta: TextsOf<typeof password> = {
  'password.length': '{count} அல்லது அதற்கு மேற்பட்ட எழுத்துக்குறிகள்',
  'password.upper': 'ஓர் ஆங்கிலப் பெரிய எழுத்து',
  'password.lower': 'ஓர் ஆங்கிலச் சிறிய எழுத்து',
  'password.special': 'ஒரு சிறப்புக் குறி: {specials}',
  'password.only': 'வேறு குறிகள் கூடாது: A முதல் Z வரையான எழுத்துகள், இலக்கங்கள், இக்குறிகள் மட்டும்',
};

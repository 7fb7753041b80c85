// The texts of the opt-out page, and the choice of its language.
import { firstLanguage, type Language } from '@godwit/contract/languages';

type Words = {
  title: string;
  question(from: string, number: string): string;
  /** The buttons: promotions alone, and everything. */
  stopPromotional: string;
  stopAll: string;
  /** In place of everything. */
  onlyPromotional: string;
  donePromotional(from: string, number: string): string;
  doneAll(from: string, number: string): string;
  /** The button that lifts an opt-out. */
  again: string;
  /** Shown for a link in a TEST message. */
  test: string;
  unknown: string;
};

export const WORDS: Record<Language, Words> = {
  en: {
    title: 'Stop messages',
    question: (from, number) => `Which messages from ${from} to ${number} do you want to stop?`,
    stopPromotional: 'Stop promotions',
    stopAll: 'Stop all messages',
    onlyPromotional: 'Stop only promotions',
    donePromotional: (from, number) =>
      `You will get no more promotions from ${from} to ${number}. Other messages, such as codes and receipts, still arrive.`,
    doneAll: (from, number) => `You will get no more messages from ${from} to ${number}.`,
    again: 'Get messages again',
    test: 'This link is from Test Mode. It changes nothing for real messages.',
    unknown: 'This link does not work. Check that you opened all of it.',
  },
  si: {
    title: 'පණිවිඩ නවත්වන්න',
    question: (from, number) => `${from} වෙතින් ${number} අංකයට ලැබෙන කුමන පණිවිඩ නැවැත්වීමට අවශ්‍යද?`,
    stopPromotional: 'ප්‍රවර්ධන පණිවිඩ නවත්වන්න',
    stopAll: 'සියලු පණිවිඩ නවත්වන්න',
    onlyPromotional: 'ප්‍රවර්ධන පණිවිඩ පමණක් නවත්වන්න',
    donePromotional: (from, number) =>
      `${from} වෙතින් ${number} අංකයට තවත් ප්‍රවර්ධන පණිවිඩ නොලැබේ. කේත සහ රිසිට්පත් වැනි අනෙක් පණිවිඩ දිගටම ලැබේ.`,
    doneAll: (from, number) => `${from} වෙතින් ${number} අංකයට තවත් පණිවිඩ නොලැබේ.`,
    again: 'නැවත පණිවිඩ ලබා ගන්න',
    test: 'මෙම සබැඳිය පරීක්ෂණ මාදිලියේ එකකි. සැබෑ පණිවිඩවල කිසිවක් වෙනස් නොවේ.',
    unknown: 'මෙම සබැඳිය ක්‍රියා නොකරයි. එය සම්පූර්ණයෙන්ම විවෘත කළේදැයි බලන්න.',
  },
  ta: {
    title: 'செய்திகளை நிறுத்தவும்',
    question: (from, number) => `${from} இடமிருந்து ${number} எண்ணுக்கு வரும் எந்தச் செய்திகளை நிறுத்த வேண்டும்?`,
    stopPromotional: 'விளம்பரச் செய்திகளை நிறுத்தவும்',
    stopAll: 'எல்லாச் செய்திகளையும் நிறுத்தவும்',
    onlyPromotional: 'விளம்பரச் செய்திகளை மட்டும் நிறுத்தவும்',
    donePromotional: (from, number) =>
      `${from} இடமிருந்து ${number} எண்ணுக்கு இனி விளம்பரச் செய்திகள் வராது. குறியீடுகள், பற்றுச்சீட்டுகள் போன்ற பிற செய்திகள் தொடர்ந்து வரும்.`,
    doneAll: (from, number) => `${from} இடமிருந்து ${number} எண்ணுக்கு இனிச் செய்திகள் வராது.`,
    again: 'மீண்டும் செய்திகளைப் பெறவும்',
    test: 'இந்த இணைப்பு சோதனை முறைக்கு உரியது. உண்மையான செய்திகளில் எதுவும் மாறாது.',
    unknown: 'இந்த இணைப்பு செயல்படவில்லை. அதை முழுமையாகத் திறந்தீர்களா எனப் பார்க்கவும்.',
  },
};

/** The language to show: the chosen one, else the browser's first supported one (RFC 9110 §12.5.4). */
export function languageOf(chosen: string | undefined, acceptLanguage: string | undefined): Language {
  return firstLanguage([chosen, ...weighted(acceptLanguage ?? '')]);
}

/** The languages in a header, most wanted first. */
function weighted(header: string): string[] {
  const ranges = header
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(';');
      const q = parameters.map((parameter) => /^\s*q=([\d.]+)/i.exec(parameter)?.[1]).find(Boolean);
      return { tag, weight: q === undefined ? 1 : Number(q) };
    });
  return ranges.sort((a, b) => b.weight - a.weight).map(({ tag }) => tag);
}

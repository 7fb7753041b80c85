// The words of the opt-out page, and which language a browser asks for.
import { firstLanguage, type Language } from '@godwit/contract/languages';

type Words = {
  title: string;
  question(from: string, number: string): string;
  button: string;
  done(from: string, number: string): string;
  /** The button after an opt-out. */
  again: string;
  unknown: string;
};

export const WORDS: Record<Language, Words> = {
  en: {
    title: 'Stop messages',
    question: (from, number) => `Do you want no more messages from ${from} to ${number}?`,
    button: 'Stop messages',
    done: (from, number) => `You will get no more messages from ${from} to ${number}.`,
    again: 'Get messages again',
    unknown: 'This link does not work. Check that you opened all of it.',
  },
  si: {
    title: 'පණිවිඩ නවත්වන්න',
    question: (from, number) => `${from} වෙතින් ${number} අංකයට පණිවිඩ ලැබීම නැවැත්වීමට අවශ්‍යද?`,
    button: 'පණිවිඩ නවත්වන්න',
    done: (from, number) => `${from} වෙතින් ${number} අංකයට තවත් පණිවිඩ නොලැබේ.`,
    again: 'නැවත පණිවිඩ ලබා ගන්න',
    unknown: 'මෙම සබැඳිය ක්‍රියා නොකරයි. එය සම්පූර්ණයෙන්ම විවෘත කළේදැයි බලන්න.',
  },
  ta: {
    title: 'செய்திகளை நிறுத்துக',
    question: (from, number) => `${from} இடமிருந்து ${number} எண்ணுக்கு வரும் செய்திகளை நிறுத்த வேண்டுமா?`,
    button: 'செய்திகளை நிறுத்துக',
    done: (from, number) => `${from} இடமிருந்து ${number} எண்ணுக்கு இனிச் செய்திகள் வராது.`,
    again: 'மீண்டும் செய்திகளைப் பெறுக',
    unknown: 'இந்த இணைப்பு செயல்படவில்லை. அதை முழுமையாகத் திறந்தீர்களா எனப் பாருங்கள்.',
  },
};

/** The language to show: the one that was chosen, else the first of ours that the browser asks for (RFC 9110 §12.5.4). */
export function languageOf(chosen: string | undefined, acceptLanguage: string | undefined): Language {
  return firstLanguage([chosen, ...weighted(acceptLanguage ?? '')]);
}

/** The languages that a header names, most wanted first. */
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

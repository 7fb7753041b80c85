// Default answers to STOP, START and HELP in the language of the keyword, if a project has none of its own.
import type { BuiltIn } from '@godwit/contract/keywords';
import type { Language } from '@godwit/contract/languages';

const WORDS: Record<BuiltIn, Record<Language, (team: string) => string>> = {
  STOP: {
    en: (team) => `${team}: you will get no more messages. Reply START to get them again.`,
    si: (team) => `${team}: ඔබට තවත් පණිවිඩ නොලැබේ. නැවත ලබා ගැනීමට START ලෙස පිළිතුරු දෙන්න.`,
    ta: (team) => `${team}: இனி உங்களுக்குச் செய்திகள் வராது. மீண்டும் பெற START எனப் பதிலளிக்கவும்.`,
  },
  START: {
    en: (team) => `${team}: you will get messages again. Reply STOP to end them.`,
    si: (team) => `${team}: ඔබට නැවත පණිවිඩ ලැබෙනු ඇත. නැවැත්වීමට STOP ලෙස පිළිතුරු දෙන්න.`,
    ta: (team) => `${team}: உங்களுக்கு மீண்டும் செய்திகள் வரும். நிறுத்த STOP எனப் பதிலளிக்கவும்.`,
  },
  HELP: {
    en: (team) => `This is ${team}. Reply STOP to get no more messages.`,
    si: (team) => `මේ ${team}. තවත් පණිවිඩ නොලැබීමට STOP ලෙස පිළිතුරු දෙන්න.`,
    ta: (team) => `இது ${team}. இனி செய்திகள் வேண்டாமெனில் STOP எனப் பதிலளிக்கவும்.`,
  },
};

export function usualReply(action: BuiltIn, language: Language, team: string): string {
  return WORDS[action][language](team);
}

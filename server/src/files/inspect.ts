// Checks that a file's content matches its name and is safe to open.
import { FILE_PROBLEMS } from '@godwit/contract/files';
import type { FileType } from '../db/types.ts';
import { type Refusal, refuseField } from '../refusal.ts';
import { gifProblem, jpegProblem, type Problem, pngProblem } from './images.ts';
import { pdfProblem } from './pdf.ts';

const LOOK: Record<FileType, (content: Buffer) => Problem | null | Promise<Problem | null>> = {
  'application/pdf': pdfProblem,
  'image/png': pngProblem,
  'image/gif': gifProblem,
  'image/jpeg': jpegProblem,
};

const WORDS: Record<Exclude<Problem, 'OTHER_TYPE'>, string> = {
  DAMAGED: 'This file is damaged or cut short. Make it again, or choose another one.',
  TOO_MANY_PIXELS: 'This picture is larger than 40 megapixels. Choose a smaller one.',
  PROTECTED: 'This PDF is protected by a password. Choose one that is not, or a photo of the page.',
  ACTIVE:
    'This PDF runs scripts or carries other files. Print it to a new PDF, or choose a photo of the page.',
};

/**
 * Why a content is not taken as this type; null if it is. 1011: it is of another type; 1002: it is no good
 * one.
 */
export async function inspect(type: FileType, content: Buffer): Promise<Refusal | null> {
  if (content.length === 0) return refuseField('invalidArgument', 'file', FILE_PROBLEMS.empty);
  const problem = await LOOK[type](content);
  if (problem === null) return null;
  if (problem !== 'OTHER_TYPE') return refuseField('invalidArgument', 'file', WORDS[problem]);
  return refuseField(
    'unsupportedType',
    'file',
    `The content is not what the name says. ${FILE_PROBLEMS.type}`,
  );
}

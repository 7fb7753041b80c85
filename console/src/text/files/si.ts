// Sinhala text of documents, downloads, and the progress of an import.
import type { TextsOf } from '../translation.ts';
import type { files } from './en.ts';

export const si: TextsOf<typeof files> = {
  'document.hint': 'pdf, png, gif හෝ jpeg ගොනුවක් මෙතැනට දමන්න, 10 MB දක්වා',
  'document.kinds': 'pdf, png, gif හෝ jpeg ගොනුවක්, 10 MB දක්වා',
  'document.choose': '{label} සඳහා ගොනුව',
  'document.upload': '{label} උඩුගත කරන්න',
  'document.retry': '{label} නැවත කරන්න',
  'document.retryShort': 'නැවත කරන්න',
  'document.remove': '{label} ඉවත් කරන්න',
  'document.progress': '{name}: ප්‍රගතිය',
  'document.sent': '{size}න් {share, number, ::percent}',
  'document.done': '{size}, උඩුගත කළා',
  'document.failed': 'මෙම ලේඛනය උඩුගත කිරීම අසාර්ථකයි. නැවත උත්සාහ කරන්න.',
  'document.wait': 'ලේඛනය උඩුගත වන තෙක් රැඳී සිටින්න.',
  'document.optional': '{number} වන ලේඛනය (අනිවාර්ය නැත)',
  'download.preparing': '{file} සූදානම් කරමින්',
  'download.bytes': 'මේ දක්වා {bytes}',
  'download.rows': 'පේළි {total, number}න් {rows, number}',
  'download.failed': '{file} බාගත නොහැකි විය. {problem}',
  'upload.sending': '{file} උඩුගත කරමින්',
  'upload.share': '{share, number, ::percent} යැවුණා',
  'upload.saving': '{file} ගොනුවේ අංක කියවමින්',
  'upload.takesWhile': 'විශාල ගොනුවකට විනාඩි භාගයක් දක්වා ගත වේ.',
  'upload.doneLine':
    '{file}: {taken, plural, one {අංක #ක්} other {අංක #ක්}} ගත්තා, {rejected, plural, one {පේළි #ක්} other {පේළි #ක්}} ප්‍රතික්ෂේප වුණා',
  'upload.failedLine': '{file} උඩුගත කළ නොහැකි විය. {reason}',
  'upload.showReport': 'වාර්තාව පෙන්වන්න',
};

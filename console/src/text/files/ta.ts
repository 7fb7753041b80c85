// Tamil text of documents, downloads, and the progress of an import.
import type { TextsOf } from '../translation.ts';
import type { files } from './en.ts';

export const ta: TextsOf<typeof files> = {
  'document.hint': 'pdf, png, gif அல்லது jpeg கோப்பை இங்கே இடவும், அதிகபட்சம் 10 MB',
  'document.kinds': 'pdf, png, gif அல்லது jpeg கோப்பு, அதிகபட்சம் 10 MB',
  'document.choose': '{label}: கோப்பு',
  'document.upload': 'பதிவேற்றவும்: {label}',
  'document.retry': 'மீண்டும் முயலவும்: {label}',
  'document.retryShort': 'மீண்டும் முயலவும்',
  'document.remove': 'அகற்றவும்: {label}',
  'document.progress': '{name}: முன்னேற்றம்',
  'document.sent': '{share, number, ::percent} / {size}',
  'document.done': '{size}, பதிவேற்றப்பட்டது',
  'document.failed': 'இந்த ஆவணத்தைப் பதிவேற்ற முடியவில்லை. மீண்டும் முயலவும்.',
  'document.wait': 'ஆவணம் பதிவேற்றப்படும் வரை காத்திருக்கவும்.',
  'document.optional': 'ஆவணம் {number} (விரும்பினால்)',
  'download.preparing': '{file} தயாராகிறது',
  'download.bytes': 'இதுவரை {bytes}',
  'download.rows': '{total, number} நிரைகளில் {rows, number}',
  'download.failed': '{file} கோப்பைப் பதிவிறக்க முடியவில்லை. {problem}',
  'upload.sending': '{file} பதிவேற்றப்படுகிறது',
  'upload.share': '{share, number, ::percent} அனுப்பப்பட்டது',
  'upload.saving': '{file} கோப்பின் எண்கள் வாசிக்கப்படுகின்றன',
  'upload.takesWhile': 'பெரிய கோப்புக்கு அரை நிமிடம் வரை ஆகலாம்.',
  'upload.doneLine':
    '{file}: {taken, plural, one {# எண் எடுக்கப்பட்டது} other {# எண்கள் எடுக்கப்பட்டன}}, {rejected, plural, one {# நிரை நிராகரிக்கப்பட்டது} other {# நிரைகள் நிராகரிக்கப்பட்டன}}',
  'upload.failedLine': '{file} கோப்பைப் பதிவேற்ற முடியவில்லை. {reason}',
  'upload.showReport': 'அறிக்கையைக் காட்டவும்',
};

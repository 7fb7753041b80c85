// Words of documents that are handed in.
export const documents = {
  'document.hint': 'Drop a pdf, png, gif or jpeg here, up to 10 MB',
  'document.choose': 'File for {label}',
  'document.upload': 'Upload {label}',
  'document.uploadShort': 'Upload',
  'document.retry': 'Retry {label}',
  'document.retryShort': 'Retry',
  'document.remove': 'Remove {label}',
  'document.removeShort': 'Remove',
  'document.progress': 'Progress of {name}',
  'document.sent': '{share, number, ::percent} of {size}',
  'document.done': '{size}, uploaded',
  'document.failed': 'This document failed to upload. Please try again.',
  'document.wait': 'Wait until the document is uploaded.',
} as const;

// Whether documents open inside the page of their case instead of in a dialog, as in the inbox.
import { createContext } from 'react';

export const InlineDocuments = createContext(false);

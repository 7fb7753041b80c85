// What an upload of contacts has of its own.
import { importContacts, readContactsAgain } from '../../api/contacts.ts';
import type { Importer } from '../../components/Import.tsx';

export const CONTACTS_IMPORT: Importer = {
  name: 'contacts',
  title: 'upload.title',
  hint: 'upload.columns',
  columns: ['field.number', 'upload.firstName', 'upload.lastName', 'upload.group1', 'upload.group2'],
  send: async (...call) => {
    const report = await importContacts(...call);
    const { created, updated, unchanged } = report;
    return {
      taken: created + updated + unchanged,
      figures: [
        ['imported.created', created],
        ['imported.updated', updated],
        ['imported.unchanged', unchanged],
      ],
      notes: [
        ['imported.merged', report.merged],
        ['imported.groupsMade', report.groups_created],
      ],
      rejected: report.rejected,
      rejectedTotal: report.rejected_total,
    };
  },
  readAgain: readContactsAgain,
};

// Finds the columns of a file by the headings that programs and people use, and cleans their cells.
import { describe, expect, it } from 'vitest';
import { cellOf, csvLines, escapeCell, withoutMarks } from './cells.ts';
import { CSV_COLUMNS, CSV_FIELDS, findColumns, isHeader } from './columns.ts';

const columnsOf = (head: string) => {
  const cells = head.split(',');
  expect(isHeader(cells), head).toBe(true);
  const found = findColumns(cells, CSV_FIELDS);
  return CSV_FIELDS.map((field) => (found[field] === undefined ? '' : cells[found[field]]));
};

describe('columns', () => {
  it.each([
    [CSV_COLUMNS.join(), [...CSV_COLUMNS]],
    ['Group2,Group1,LastName,FirstName,Mobile', [...CSV_COLUMNS]],
    ['City,Surname,Name,E-mail,Phone No.', ['Phone No.', 'Name', 'Surname', '', '']],
    ['No,Contact Name,Contact Number,Group', ['Contact Number', 'Contact Name', '', 'Group', '']],
    ['Group,Group,MSISDN', ['MSISDN', '', '', 'Group', 'Group']],
    ['First Name,Labels,Phone 1 - Label,Phone 1 - Value', ['Phone 1 - Value', 'First Name', '', '', '']],
    ['name,phone_type,customer_phone', ['customer_phone', 'name', '', '', '']],
    [',mobile,name', ['mobile', 'name', '', '', '']],
    ['Number,Name,Mobile', ['Mobile', 'Name', '', '', '']],
    ['මුල් නම,වාසගම,ජංගම දුරකථන අංකය,කණ්ඩායම 1', ['ජංගම දුරකථන අංකය', 'මුල් නම', 'වාසගම', 'කණ්ඩායම 1', '']],
    ['குழு,பெயர்,தொலைபேசி இலக்கம்', ['தொலைபேசி இலக்கம்', 'பெயர்', '', 'குழு', '']],
    ['FirstName,LastName,Handy', ['Handy', 'FirstName', 'LastName', '', '']],
    ['Handy,Vorname,Nachname', ['Handy', 'Vorname', 'Nachname', undefined, undefined]],
  ])('of %s are found', (head, found) => {
    expect(columnsOf(head)).toEqual(found);
  });

  it.each(['0771234567,Nimal,Group', 'Nimal,0771234567', '="+94771234567",Name', '12,x', 'Nimal,9.477E+10'])(
    'of a file that begins with %s have no headings',
    (row) => {
      expect(isHeader(row.split(','))).toBe(false);
    },
  );

  it('without headings are taken by their order', () => {
    expect(findColumns(null, CSV_FIELDS)).toEqual({
      number: 0,
      first_name: 1,
      last_name: 2,
      group1: 3,
      group2: 4,
    });
    expect(findColumns(null, ['number'])).toEqual({ number: 0 });
  });
});

describe('a cell', () => {
  it('is written so that a spreadsheet shows it and runs nothing, and read back as it was', () => {
    expect(escapeCell('+94771234567')).toBe('="+94771234567"');
    for (const [cell, written] of [
      ['+94771234567', '"=""+94771234567"""\r\n'],
      ['+1+2', "'+1+2\r\n"],
      ['+94771234567 ', "'+94771234567 \r\n"],
      ['="+94"', `"'=""+94"""\r\n`],
      ['=1', "'=1\r\n"],
      ["'=1", "''=1\r\n"],
      ['a, "b"', '"a, ""b"""\r\n'],
    ] as const) {
      expect(csvLines([[cell]])).toBe(written);
      expect(cellOf([escapeCell(cell)], 0)).toBe(cell.trim());
    }
    // A number of ours is one there too.
    expect(csvLines([[-1.5, 0, '-1.5']])).toBe("-1.5,0,'-1.5\r\n");
    expect(cellOf(['="say ""hi"""'], 0)).toBe('say "hi"');
  });

  it('has no marks that nobody sees, and keeps the joiners that letters need', () => {
    expect(withoutMarks('\u202a+94\u200b77\u2060\u202c')).toBe('+9477');
    expect(withoutMarks('A\u200dnn\u200ea\u200d')).toBe('Anna');
    for (const text of ['ශ්\u200dරී ලංකා', 'க்\u200cஷ', '👩\u200d👧', '🏳\ufe0f\u200d🌈'])
      expect(withoutMarks(text)).toBe(text);
  });
});

import { CURRENCY_SYMBOLS } from '@godwit/contract/payments/amounts';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';

const { pool } = await testDatabase();

it('gives staff the symbols that customers see', async () => {
  const { rows } = await pool.query('select currency, currency_symbol as symbol from regions');
  expect(Object.fromEntries(rows.map(({ currency, symbol }) => [currency, symbol]))).toEqual(
    CURRENCY_SYMBOLS,
  );
});

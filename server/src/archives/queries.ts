// SQL of archives: the archived months, and the places of the blocks of a log in files.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Pool, PoolClient } from 'pg';
import { fragment, prepared, raw, rowsOf, unprepared } from '../db/sql.ts';

/** A range of a file, and the hash of its bytes. */
export type BlockPlace = { file: string; at: number; bytes: number; hash: Buffer };

/** The log that a block belongs to. */
export type BlockLog = { teamId: string; projectId: string; mode: Mode };

/** The place of the messages of one log from `first` to `last`. `texts`: null if they were removed. */
export type Block = BlockLog & {
  archiveId: string;
  first: string;
  last: string;
  messages: number;
  rows: BlockPlace;
  texts: BlockPlace | null;
};

type BlockRow = BlockLog & {
  archiveId: string;
  first: string;
  last: string;
  messages: number;
  hasTexts: boolean;
} & { [Name in `${'rows' | 'texts'}${'File'}`]: string } & {
  [Name in `${'rows' | 'texts'}${'At' | 'Bytes'}`]: bigint | number;
} & { rowsHash: Buffer; textsHash: Buffer };

const BLOCK = raw(`b.archive_id as "archiveId", b.team_id as "teamId", b.project_id as "projectId", b.mode,
  b.first_id as first, b.last_id as last, b.messages, a.has_texts as "hasTexts",
  b.rows_file as "rowsFile", b.rows_at as "rowsAt", b.rows_bytes as "rowsBytes", b.rows_hash as "rowsHash",
  b.texts_file as "textsFile", b.texts_at as "textsAt", b.texts_bytes as "textsBytes", b.texts_hash as "textsHash"`);
const KEPT = fragment`message_archive_blocks b join message_archives a on a.id = b.archive_id and a.state = 'KEPT'`;

function toBlock(row: BlockRow): Block {
  const { archiveId, teamId, projectId, mode, first, last, messages } = row;
  const rows = {
    file: row.rowsFile,
    at: Number(row.rowsAt),
    bytes: Number(row.rowsBytes),
    hash: row.rowsHash,
  };
  const texts = {
    ...{ file: row.textsFile, at: Number(row.textsAt) },
    ...{ bytes: Number(row.textsBytes), hash: row.textsHash },
  };
  return {
    archiveId,
    teamId,
    projectId,
    mode,
    first,
    last,
    messages,
    rows,
    texts: row.hasTexts ? texts : null,
  };
}

const ARCHIVED_UNTIL = prepared<{ until: Date | null }>('archived-until')`
  select max(ends) as until from message_archives where state = 'KEPT'`;

/** The end of the newest archived month: all older messages are in archives. Null without archives. */
export async function selectArchivedUntil(pool: Pool): Promise<Date | null> {
  const { rows } = await ARCHIVED_UNTIL.run(pool);
  return rows[0]!.until;
}

// The blocks of a log do not overlap, so only the last one that begins before `first` may reach beyond it.
const FROM = fragment`coalesce((
        select b.first_id from ${KEPT}
        where b.project_id = ${'projectId'} and b.mode = ${'mode'} and b.first_id <= ${'first'}
        order by b.first_id desc limit 1), ${'first'})`;
const blocksIn = (order: 'ASC' | 'DESC') => prepared<BlockRow>(`archive-blocks-${order}`)`
  select ${BLOCK} from ${KEPT}
    where b.team_id = ${'teamId'} and b.project_id = ${'projectId'} and b.mode = ${'mode'}
      and b.first_id >= ${FROM} and b.first_id < ${'past'} and b.last_id >= ${'first'}
    order by b.first_id ${raw(order)} limit ${'limit'}`;
const BLOCKS = { ASC: blocksIn('ASC'), DESC: blocksIn('DESC') };

/** Up to `limit` blocks of a log that have ids from `first` until before `past`, in order. */
export async function selectBlocks(
  pool: Pool,
  log: BlockLog & { first: string; past: string },
  { order, limit }: { order: 'ASC' | 'DESC'; limit: number },
): Promise<Block[]> {
  const { rows } = await BLOCKS[order].run(pool, { ...log, limit });
  return rows.map(toBlock);
}

const BLOCKS_OF = prepared<BlockRow>('archive-blocks-of')`
  select distinct on (found.first, found."archiveId") found.* from unnest(${'ids'}::uuid[]) as wanted (id)
    cross join unnest(enum_range(null::message_mode)) as of_mode (mode)
    cross join lateral (
      select ${BLOCK} from ${KEPT}
      where b.project_id = ${'projectId'} and b.mode = of_mode.mode and b.first_id <= wanted.id
      order by b.first_id desc limit 1
    ) as found where found."teamId" = ${'teamId'} and found.last >= wanted.id order by found.first, found."archiveId"`;

/** The blocks of a project that may have these messages. */
export async function selectBlocksOf(
  pool: Pool,
  { teamId, projectId }: Pick<BlockLog, 'teamId' | 'projectId'>,
  ids: readonly string[],
): Promise<Block[]> {
  const { rows } = await BLOCKS_OF.run(pool, { teamId, projectId, ids });
  return rows.map(toBlock);
}

const BLOCKS_OF_ARCHIVE = unprepared<BlockRow>('blocks-of-archive')`
  select ${BLOCK} from message_archive_blocks b join message_archives a on a.id = b.archive_id
    where b.archive_id = ${'archiveId'} and (b.rows_file, b.rows_at) > (${'file'}, ${'at'}::bigint)
    order by b.rows_file, b.rows_at limit ${'limit'}`;

/** The next blocks of an archive in the order of its files, in any state. */
export async function selectBlocksAfter(
  pool: Pool,
  archiveId: string,
  after: Block | undefined,
  limit: number,
): Promise<Block[]> {
  const { rows } = await BLOCKS_OF_ARCHIVE.run(pool, {
    ...{ archiveId, limit },
    ...{ file: after?.rows.file ?? '', at: after?.rows.at ?? 0 },
  });
  return rows.map(toBlock);
}

const BLOCKS_OF_FILE = unprepared<BlockRow>('blocks-of-archive-file')`
  select ${BLOCK} from message_archive_blocks b join message_archives a on a.id = b.archive_id
    where b.archive_id = ${'archiveId'} and b.rows_file = ${'file'} order by b.rows_at`;

/** All blocks whose rows are in a file, in any state. */
export async function selectBlocksOfFile(pool: Pool, archiveId: string, file: string): Promise<Block[]> {
  const { rows } = await BLOCKS_OF_FILE.run(pool, { archiveId, file });
  return rows.map(toBlock);
}

const NEW_BLOCKS = rowsOf('block', {
  archiveId: 'uuid',
  teamId: 'uuid',
  projectId: 'uuid',
  mode: 'message_mode',
  firstId: 'uuid',
  lastId: 'uuid',
  messages: 'integer',
  rowsFile: 'text',
  rowsAt: 'bigint',
  rowsBytes: 'integer',
  rowsHash: 'bytea',
  textsFile: 'text',
  textsAt: 'bigint',
  textsBytes: 'integer',
  textsHash: 'bytea',
});
const INSERT_BLOCKS = unprepared('insert-archive-blocks')`
  insert into message_archive_blocks (${NEW_BLOCKS.columns}) select * from ${NEW_BLOCKS.table}`;

/** Stores the places of blocks. */
export async function insertBlocks(on: Pool | PoolClient, blocks: readonly Block[]): Promise<void> {
  const of = <Value>(value: (block: Block) => Value) => blocks.map(value);
  const texts = (block: Block) => block.texts!;
  await INSERT_BLOCKS.run(on, {
    archiveId: of(({ archiveId }) => archiveId),
    teamId: of(({ teamId }) => teamId),
    projectId: of(({ projectId }) => projectId),
    mode: of(({ mode }) => mode),
    firstId: of(({ first }) => first),
    lastId: of(({ last }) => last),
    messages: of(({ messages }) => messages),
    rowsFile: of(({ rows }) => rows.file),
    rowsAt: of(({ rows }) => rows.at),
    rowsBytes: of(({ rows }) => rows.bytes),
    rowsHash: of(({ rows }) => rows.hash),
    textsFile: of((block) => texts(block).file),
    textsAt: of((block) => texts(block).at),
    textsBytes: of((block) => texts(block).bytes),
    textsHash: of((block) => texts(block).hash),
  });
}

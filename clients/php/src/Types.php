<?php

declare(strict_types=1);

namespace Godwit;

/**
 * Shapes of what the service takes and answers, for editors and PHPStan; made by scripts/generate.ts from the schemas of the contract.
 *
 * @phpstan-type SendRequest array{
 *   to: string,
 *   from: string,
 *   body: string,
 *   send_at?: string|null,
 *   status_callback?: string|null,
 *   project_id?: string|null,
 *   mode?: string|null,
 * }
 *
 * @phpstan-type Message array{
 *   id: string,
 *   project_id: string,
 *   accepted_at: string,
 *   direction: 'OUTGOING'|'INCOMING',
 *   api_type: 'MESSAGING'|'CAMPAIGN',
 *   from: string,
 *   to: string,
 *   segments: int,
 *   status: 'ACCEPTED'|'SENT'|'DELIVERED'|'FAILED',
 *   mode: 'TEST'|'LIVE',
 *   body: string,
 *   length: int,
 *   cost: int|float,
 *   currency: string,
 *   send_at: string|null,
 *   events: array{
 *     accepted_at: string,
 *     queued_at: string|null,
 *     sent_at: string|null,
 *     delivered_at: string|null,
 *     failed_at: string|null,
 *   },
 *   failure: array{
 *     code: string,
 *     description: string,
 *   }|null,
 *   missing_parts: int,
 *   number_metadata: array{
 *     dial_code: string,
 *     region: string|null,
 *     local_number: string,
 *     number_type: string,
 *   },
 *   status_callback: string|null,
 * }
 *
 * @phpstan-type MessageRow array{
 *   id: string,
 *   project_id: string,
 *   accepted_at: string,
 *   direction: 'OUTGOING'|'INCOMING',
 *   api_type: 'MESSAGING'|'CAMPAIGN',
 *   from: string,
 *   to: string,
 *   segments: int,
 *   status: 'ACCEPTED'|'SENT'|'DELIVERED'|'FAILED',
 *   mode: 'TEST'|'LIVE',
 * }
 *
 * @phpstan-type ListQuery array{
 *   from?: string,
 *   to?: string,
 *   page_num: int,
 *   page_size: int,
 *   sort_order: 'ASC'|'DESC',
 * }
 *
 * @phpstan-type MessagePage array{
 *   total_results: int,
 *   total_pages: int,
 *   page_num: int,
 *   page_size: int,
 *   results: list<MessageRow>,
 * }
 *
 * @phpstan-type Balance array{
 *   balance: int|float,
 *   currency: string,
 * }
 *
 * @phpstan-type Login array{
 *   project_id: string,
 *   project_name: string,
 *   mode: 'TEST'|'LIVE',
 * }
 *
 * @phpstan-type StatusCallback array{
 *   id: string,
 *   project_id: string,
 *   status: 'ACCEPTED'|'SENT'|'DELIVERED'|'FAILED',
 *   mode: 'TEST'|'LIVE',
 *   to: string,
 *   from: string,
 *   events: array{
 *     accepted_at: string,
 *     queued_at: string|null,
 *     sent_at: string|null,
 *     delivered_at: string|null,
 *     failed_at: string|null,
 *   },
 *   failure: array{
 *     code: string,
 *     description: string,
 *   }|null,
 *   sequence: int,
 * }
 *
 * @phpstan-type IncomingCallback array{
 *   id: string,
 *   project_id: string,
 *   direction: 'INCOMING',
 *   status: 'DELIVERED',
 *   mode: 'TEST'|'LIVE',
 *   from: string,
 *   to: string,
 *   body: string,
 *   segments: int,
 *   missing_parts: int,
 *   accepted_at: string,
 *   sequence: 1,
 * }
 *
 * @phpstan-type ErrorAnswer array{
 *   code: int,
 *   description: string,
 *   fields?: array<string, string>,
 * }
 */
interface Types
{
}

<?php

declare(strict_types=1);

namespace Godwit;

/**
 * Makes the calls of the public API for one project, in the mode of the key. Resources.php has the methods
 * that need nothing more than a request.
 *
 * @phpstan-import-type SendRequest from Types
 * @phpstan-import-type Message from Types
 * @phpstan-import-type DryRun from Types
 * @phpstan-import-type MessageRow from Types
 * @phpstan-import-type MessagePage from Types
 * @phpstan-import-type Event from Types
 * @phpstan-import-type EventPage from Types
 * @phpstan-import-type ResentEvent from Types
 * @phpstan-import-type Balance from Types
 * @phpstan-import-type Login from Types
 * @phpstan-import-type ErrorAnswer from Types
 */
final class Client
{
    use Resources;

    /** The version of this package. */
    public const VERSION = '0.1.0';

    private readonly Transport $transport;

    /**
     * @param string $baseUrl the address of the service, such as https://sms.example.com; /v1 is appended to
     * its path
     * @param string $apiKey the project's test key or its live key
     * @param int $timeoutMs the time limit of one try
     * @param int $totalTimeoutMs the time limit of all tries and the pauses between them
     * @param int $maxRetries how often a failed call is retried; 0 for never
     */
    public function __construct(
        string $baseUrl,
        string $projectId,
        #[\SensitiveParameter] string $apiKey,
        int $timeoutMs = 30_000,
        int $totalTimeoutMs = 60_000,
        int $maxRetries = 4,
    ) {
        $this->transport = new Transport($baseUrl, $projectId, $apiKey, $timeoutMs, $totalTimeoutMs, $maxRetries);
    }

    /**
     * Sends one message. Retries have the same Idempotency-Key, so the message is sent once.
     *
     * @param SendRequest $message `send_at` may be a DateTimeInterface
     * @param string|null $idempotencyKey 1 to 255 characters that identify the message, such as
     * order-1042-shipped. For 24 hours
     *     the service accepts one message with it. Default: a new key for each call.
     * @return Message
     * @throws GodwitException
     */
    public function send(array $message, ?string $idempotencyKey = null): array
    {
        return $this->transport->request('POST', '/messages', self::wire($message), self::keyOf($idempotencyKey));
    }

    /**
     * Checks and prices a message without sending it. Throws the ApiException with which the message would be
     * refused.
     *
     * @param SendRequest $message `send_at` may be a DateTimeInterface
     * @return DryRun
     * @throws GodwitException
     */
    public function dryRun(array $message): array
    {
        // A version of the service without dry runs sends the message: only once, and the caller hears of it.
        $body = ['dry_run' => true] + self::wire($message);
        $answer = $this->transport->request('POST', '/messages', $body, self::keyOf(null));
        if (($answer['dry_run'] ?? false) !== true) {
            throw new AnswerException('This service has no dry runs, so it has SENT the message', 201, null);
        }
        return $answer;
    }

    /**
     * Sends up to 1,000 messages. Each is accepted or refused separately; results are in the order of the
     * messages. Temporary refusals are retried.
     *
     * @param list<SendRequest> $messages
     * @return list<array{ok: true, message: Message}|array{ok: false, error: ErrorAnswer}>
     * @throws GodwitException
     */
    public function batch(array $messages, ?string $idempotencyKey = null): array
    {
        $isTemporary = static fn (array $one): bool =>
            isset($one['code']) && ApiException::isTemporaryCode($one['code']);
        $answer = $this->transport->request(
            'POST',
            '/messages/batch',
            ['messages' => array_map(self::wire(...), array_values($messages))],
            self::keyOf($idempotencyKey),
            static fn (array $answer): bool => array_filter($answer['results'], $isTemporary) !== [],
        );
        return array_map(
            static fn (array $one): array =>
                isset($one['code']) ? ['ok' => false, 'error' => $one] : ['ok' => true, 'message' => $one],
            $answer['results'],
        );
    }

    /**
     * Reads a message.
     *
     * @return Message
     * @throws GodwitException
     */
    public function get(string $id): array
    {
        return $this->transport->request('GET', '/messages/' . self::idOf($id));
    }

    /**
     * Lists all messages of these days that match the filters, loading more as needed:
     * foreach ($client->list() as $message).
     *
     * @param array{from?: string, to?: string, recipient?: string, sender?: string,
     *     status?: 'ACCEPTED'|'SENT'|'DELIVERED'|'FAILED', campaign_id?: string, client_reference?: string,
     *     sort_order?: 'ASC'|'DESC', page_size?: int} $query days in the project's time zone,
     *     both included; default: oldest first; page_size: how many to load in one call
     * @return \Generator<int, MessageRow>
     * @throws GodwitException
     */
    public function list(array $query = []): \Generator
    {
        $asked = ['limit' => $query['page_size'] ?? 100] + $query + ['sort_order' => 'ASC'];
        unset($asked['page_size']);
        return $this->walk('/messages', $asked);
    }

    /**
     * Lists one page, with totals; pages count from 1.
     *
     * @param array{from?: string, to?: string, client_reference?: string, sort_order?: 'ASC'|'DESC',
     *     page_num?: int, page_size?: int} $query
     * @return MessagePage
     * @throws GodwitException
     */
    public function page(array $query = []): array
    {
        $query += ['page_num' => 1, 'page_size' => 25, 'sort_order' => 'ASC'];
        return $this->transport->request('GET', '/messages' . self::searchOf($query));
    }

    /**
     * Reads events of the project in the mode of the key, the oldest first. Recording begins with the first
     * call. Pass `next` as `after` in the next call, and none is missed. `wait_s` waits for one, up to 25 s.
     *
     * @param array{after?: string, limit?: int, wait_s?: int} $query
     * @return EventPage
     * @throws GodwitException
     */
    public function events(array $query = []): array
    {
        return $this->transport->request('GET', '/events' . self::searchOf($query));
    }

    /**
     * Returns the events after `after` one by one, the oldest first, and ends when there are no more. The id
     * of the last one is the `after` of your next call.
     *
     * @param array{after?: string, limit?: int} $query
     * @return \Generator<int, Event>
     * @throws GodwitException
     */
    public function listEvents(array $query = []): \Generator
    {
        $query += ['limit' => 100];
        while (($page = $this->events($query))['results'] !== []) {
            foreach ($page['results'] as $event) {
                yield $event;
            }
            $query['after'] = $page['next'];
        }
    }

    /**
     * Sends an event again to the webhook endpoints that take it. Throws an ApiException with
     * ErrorCode::CONFLICT if there is none.
     *
     * @return ResentEvent
     * @throws GodwitException
     */
    public function resendEvent(string $id): array
    {
        return $this->transport->request('POST', '/events/' . self::idOf($id, 'event') . '/resend');
    }

    /**
     * Cancels a scheduled or queued message. Cancelling it again succeeds. Throws an ApiException with
     * ErrorCode::CONFLICT once it is being sent.
     *
     * @return Message
     * @throws GodwitException
     */
    public function cancel(string $id): array
    {
        try {
            return $this->transport->request('POST', '/messages/' . self::idOf($id) . '/cancel');
        } catch (ApiException $error) {
            if ($error->getCode() !== ErrorCode::CONFLICT) {
                throw $error;
            }
            // An earlier try may have cancelled it although its response was lost.
            $message = $this->get($id);
            if (($message['failure']['code'] ?? null) !== 'CANCELLED') {
                throw $error;
            }
            return $message;
        }
    }

    /**
     * Reads the team's balance.
     *
     * @return Balance
     * @throws GodwitException
     */
    public function balance(): array
    {
        return $this->transport->request('GET', '/balance');
    }

    /**
     * Checks the credentials; returns their project and mode.
     *
     * @return Login
     * @throws GodwitException
     */
    public function login(): array
    {
        return $this->transport->request('POST', '/login');
    }

    /**
     * Returns the rows of a list one by one, and loads more as needed.
     *
     * @param array<string, mixed> $query
     * @return \Generator<int, array<string, mixed>>
     */
    private function walk(string $path, array $query): \Generator
    {
        if (isset($query['before'])) {
            throw new \InvalidArgumentException(
                'Leave out before: a list goes on by after. To use before, read a page',
            );
        }
        return (function () use ($path, $query): \Generator {
            $query += ['limit' => 100];
            do {
                $page = $this->transport->request('GET', $path . self::searchOf($query));
                foreach ($page['results'] as $row) {
                    yield $row;
                }
                $query['after'] = $page['next'];
            } while ($page['next'] !== null);
        })();
    }

    /**
     * Formats a body for the API, which reads times without fractions of a second.
     *
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    private static function wire(array $body): array
    {
        if (($body['send_at'] ?? null) instanceof \DateTimeInterface) {
            $body['send_at'] = $body['send_at']->format('Y-m-d\TH:i:sP');
        }
        return $body;
    }

    /**
     * Returns the query with the parameters that have a value.
     *
     * @param array<string, mixed> $query
     */
    private static function searchOf(array $query): string
    {
        $given = array_filter($query, static fn (mixed $value): bool => $value !== null);
        $texts = array_map(
            static fn (mixed $value): mixed => is_bool($value) ? ($value ? 'true' : 'false') : $value,
            $given,
        );
        return $texts === [] ? '' : '?' . http_build_query($texts, '', '&', PHP_QUERY_RFC3986);
    }

    private static function keyOf(?string $key): string
    {
        $key ??= bin2hex(random_bytes(16));
        if (preg_match('/^[!-~](?:[ -~]{0,253}[!-~])?$/D', $key) !== 1) {
            throw new \InvalidArgumentException(
                'idempotencyKey must be 1 to 255 characters of ASCII, without a blank at its ends',
            );
        }
        return $key;
    }

    private static function idOf(string $id, string $what = 'message', string $name = 'id'): string
    {
        if ($id === '') {
            throw new \InvalidArgumentException("The $name of the $what is missing");
        }
        return rawurlencode($id);
    }
}

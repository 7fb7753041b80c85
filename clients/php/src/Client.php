<?php

declare(strict_types=1);

namespace Godwit;

/**
 * Sends and reads the messages of one project, in the mode of the key: one method for each call of the public API.
 *
 * @phpstan-import-type SendRequest from Types
 * @phpstan-import-type Message from Types
 * @phpstan-import-type MessageRow from Types
 * @phpstan-import-type MessagePage from Types
 * @phpstan-import-type Balance from Types
 * @phpstan-import-type Login from Types
 * @phpstan-import-type ErrorAnswer from Types
 */
final class Client
{
    /** The version of this package. */
    public const VERSION = '0.1.0';

    private readonly Transport $transport;

    /**
     * @param string $baseUrl where the service is, such as https://sms.example.com; of an address with a path, /v1 is added to the path
     * @param string $apiKey the project's test key or its live key
     * @param int $timeoutMs how long one try may take
     * @param int $totalTimeoutMs how long all tries and the pauses between them may take
     * @param int $maxRetries how often a call is tried again after the first time; 0 for never
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
     * Hands one message in. What is tried again has the same Idempotency-Key, so that one message is sent, and not two.
     *
     * @param SendRequest $message `send_at` may be a DateTimeInterface
     * @param string|null $idempotencyKey 1 to 255 characters that name what is sent, such as order-1042-shipped: for 24 hours the
     *     service sends nothing else, and nothing twice, under it; a fresh one where it is null
     * @return Message
     * @throws GodwitException
     */
    public function send(array $message, ?string $idempotencyKey = null): array
    {
        return $this->transport->ask('POST', '/messages', self::wireMessage($message), self::keyOf($idempotencyKey));
    }

    /**
     * Hands in up to 1,000 messages, each accepted or refused by itself: the results are in the order of the messages. What is
     * refused for the moment only is tried again.
     *
     * @param list<SendRequest> $messages
     * @return list<array{ok: true, message: Message}|array{ok: false, error: ErrorAnswer}>
     * @throws GodwitException
     */
    public function batch(array $messages, ?string $idempotencyKey = null): array
    {
        $isTemporary = static fn (array $one): bool =>
            isset($one['code']) && ApiException::isTemporaryCode($one['code']);
        $answer = $this->transport->ask(
            'POST',
            '/messages/batch',
            ['messages' => array_map(self::wireMessage(...), array_values($messages))],
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
     * A message as it is now.
     *
     * @return Message
     * @throws GodwitException
     */
    public function get(string $id): array
    {
        return $this->transport->ask('GET', '/messages/' . self::idOf($id));
    }

    /**
     * All messages of these days, page after page as they are read: foreach ($client->list() as $message).
     *
     * @param array{from?: string, to?: string, sort_order?: 'ASC'|'DESC', page_size?: int} $query days of the project's time zone,
     *     both included; the oldest message comes first unless told
     * @return \Generator<int, MessageRow>
     * @throws GodwitException
     */
    public function list(array $query = []): \Generator
    {
        $before = [];
        for ($number = 1; ; $number++) {
            $page = $this->page(['page_num' => $number] + $query + ['page_size' => 100]);
            foreach ($page['results'] as $message) {
                // Newest first, messages that came meanwhile move others to the next page.
                if (!isset($before[$message['id']])) {
                    yield $message;
                }
            }
            if ($page['results'] === [] || $number >= $page['total_pages']) {
                return;
            }
            $before = array_flip(array_column($page['results'], 'id'));
        }
    }

    /**
     * One page of the list, with totals; pages count from 1.
     *
     * @param array{from?: string, to?: string, sort_order?: 'ASC'|'DESC', page_num?: int, page_size?: int} $query
     * @return MessagePage
     * @throws GodwitException
     */
    public function page(array $query = []): array
    {
        $asked = $query + ['page_num' => 1, 'page_size' => 25, 'sort_order' => 'ASC'];
        return $this->transport->ask('GET', '/messages?' . http_build_query($asked, '', '&', PHP_QUERY_RFC3986));
    }

    /**
     * Takes back a message that is scheduled or waits; what is cancelled stays so. Once it is being sent, an ApiException with ErrorCode::CONFLICT.
     *
     * @return Message
     * @throws GodwitException
     */
    public function cancel(string $id): array
    {
        try {
            return $this->transport->ask('POST', '/messages/' . self::idOf($id) . '/cancel');
        } catch (ApiException $error) {
            if ($error->getCode() !== ErrorCode::CONFLICT) {
                throw $error;
            }
            // An earlier try may have been done without its answer coming through.
            $message = $this->get($id);
            if (($message['failure']['code'] ?? null) !== 'CANCELLED') {
                throw $error;
            }
            return $message;
        }
    }

    /**
     * What the team has to spend.
     *
     * @return Balance
     * @throws GodwitException
     */
    public function balance(): array
    {
        return $this->transport->ask('GET', '/balance');
    }

    /**
     * Checks the credentials: whose they are, and for which mode.
     *
     * @return Login
     * @throws GodwitException
     */
    public function login(): array
    {
        return $this->transport->ask('POST', '/login');
    }

    /**
     * A message as it is posted; the service reads times without fractions of a second.
     *
     * @param array<string, mixed> $message
     * @return array<string, mixed>
     */
    private static function wireMessage(array $message): array
    {
        if (($message['send_at'] ?? null) instanceof \DateTimeInterface) {
            $message['send_at'] = $message['send_at']->format('Y-m-d\TH:i:sP');
        }
        return $message;
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

    private static function idOf(string $id): string
    {
        if ($id === '') {
            throw new \InvalidArgumentException('The id of the message is missing');
        }
        return rawurlencode($id);
    }
}

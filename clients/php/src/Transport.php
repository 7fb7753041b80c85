<?php

declare(strict_types=1);

namespace Godwit;

/**
 * Makes one call: its tries, the pauses between them, and its response.
 *
 * @internal
 */
final class Transport
{
    /** The first pause; each is twice the previous one, up to the longest. */
    private const PAUSE_MS = 500;
    private const LONGEST_PAUSE_MS = 8_000;

    private readonly string $base;
    private readonly string $credentials;
    private ?\CurlHandle $curl = null;

    public function __construct(
        string $baseUrl,
        string $projectId,
        #[\SensitiveParameter] string $apiKey,
        private readonly int $timeoutMs,
        private readonly int $totalTimeoutMs,
        private readonly int $maxRetries,
    ) {
        $this->base = self::baseOf($baseUrl);
        foreach (['projectId' => $projectId, 'apiKey' => $apiKey] as $name => $value) {
            if (trim($value) === '') {
                throw new \InvalidArgumentException("$name is missing");
            }
        }
        if ($timeoutMs <= 0 || $totalTimeoutMs <= 0 || $maxRetries < 0) {
            throw new \InvalidArgumentException('Times must be more than 0, and maxRetries 0 or more');
        }
        $this->credentials = base64_encode(trim($projectId) . ':' . trim($apiKey));
    }

    /** Keeps keys out of dumps. */
    public function __debugInfo(): array
    {
        return ['base' => $this->base];
    }

    /**
     * Makes a call and returns its response.
     *
     * @param array<string, mixed>|null $body
     * @param (callable(array<string, mixed>): bool)|null $isUnfinished whether to repeat the call although it
     * succeeded
     * @param bool $isOnce whether to repeat it only if the service refused it: without an answer, it may have
     * taken effect
     * @return array<string, mixed>
     * @throws GodwitException
     */
    public function request(
        string $method,
        string $path,
        ?array $body = null,
        ?string $idempotencyKey = null,
        ?callable $isUnfinished = null,
        bool $isOnce = false,
    ): array {
        $json = $body === null ? null : self::encode($body);
        $endsAtMs = self::nowMs() + $this->totalTimeoutMs;
        for ($tries = 1; ; $tries++) {
            $leftMs = (int) ceil($endsAtMs - self::nowMs());
            $timeoutMs = max(1, min($this->timeoutMs, $leftMs));
            $outcome = $this->try($method, $path, $json, $idempotencyKey, $timeoutMs, $isOnce);
            $failed = $outcome instanceof GodwitException;
            $mayRepeat = !$isOnce || $outcome instanceof ApiException;
            $wantsMore = $failed
                ? $mayRepeat && $outcome->isTemporary()
                : $isUnfinished !== null && $isUnfinished($outcome);
            $pauseMs = self::pauseAfter($tries, $failed ? $outcome->retryAfterSeconds : null);
            if (!$wantsMore || $tries > $this->maxRetries || self::nowMs() + $pauseMs >= $endsAtMs) {
                if (!$failed) {
                    return $outcome;
                }
                $outcome->tries = $tries;
                $outcome->idempotencyKey = $idempotencyKey;
                throw $outcome;
            }
            usleep((int) ($pauseMs * 1000));
        }
    }

    /** @return array<string, mixed>|GodwitException */
    private function try(
        string $method,
        string $path,
        ?string $json,
        ?string $idempotencyKey,
        int $timeoutMs,
        bool $isOnce,
    ): array|GodwitException {
        $url = $this->base . $path;
        $headers = [];
        $sent = [
            'Authorization: Basic ' . $this->credentials,
            'Accept: application/json',
            'User-Agent: godwit-php/' . Client::VERSION . ' php/' . PHP_VERSION,
            // Otherwise curl waits for "100 Continue" before a large body, which some proxies never send.
            'Expect:',
            ...($json === null ? [] : ['Content-Type: application/json']),
            ...($idempotencyKey === null ? [] : ["Idempotency-Key: $idempotencyKey"]),
        ];
        // One handle for all calls keeps the connection open between them.
        $this->curl ??= curl_init() ?: throw new \RuntimeException('curl cannot be used');
        curl_reset($this->curl);
        curl_setopt_array($this->curl, [
            CURLOPT_URL => $url,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_ENCODING => '',
            CURLOPT_NOSIGNAL => true,
            // curl itself repeats a call without an answer on a connection that it has used before.
            CURLOPT_FRESH_CONNECT => $isOnce,
            CURLOPT_TIMEOUT_MS => $timeoutMs,
            CURLOPT_HTTPHEADER => $sent,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $headers = [];
                }
                [$name, $value] = explode(':', $line, 2) + [1 => ''];
                $headers[strtolower(trim($name))] = trim($value);
                return strlen($line);
            },
        ]);
        if ($method !== 'GET') {
            curl_setopt($this->curl, CURLOPT_CUSTOMREQUEST, $method);
            curl_setopt($this->curl, CURLOPT_POSTFIELDS, $json ?? '');
        }
        $text = curl_exec($this->curl);
        if (!is_string($text)) {
            $timedOut = curl_errno($this->curl) === CURLE_OPERATION_TIMEDOUT;
            $why = $timedOut ? "within $timeoutMs ms" : '(' . curl_error($this->curl) . ')';
            return new ConnectionException("No answer from $url $why", $timedOut);
        }
        return self::read($url, curl_getinfo($this->curl, CURLINFO_RESPONSE_CODE), $headers, $text);
    }

    /**
     * Reads a response: returns its object, or the exception to throw.
     *
     * @param array<string, string> $headers
     * @return array<string, mixed>|GodwitException
     */
    private static function read(string $url, int $status, array $headers, string $text): array|GodwitException
    {
        $retryAfter = self::secondsUntil($headers['retry-after'] ?? null);
        $json = json_decode($text, true);
        $json = is_array($json) && !array_is_list($json) ? $json : null;
        if ($status >= 200 && $status < 300 && $json !== null) {
            return $json;
        }
        if ($status >= 400 && is_int($json['code'] ?? null) && is_string($json['description'] ?? null)) {
            $requestId = $headers['x-request-id'] ?? null;
            $fields = $json['fields'] ?? [];
            return new ApiException($status, $json['code'], $json['description'], $fields, $requestId, $retryAfter);
        }
        $points = $status >= 300 && $status < 400 ? ' and points to ' . ($headers['location'] ?? 'nothing') : '';
        return new AnswerException(
            "$url is not a Godwit service ($status$points): check baseUrl, and proxies in between",
            $status,
            $retryAfter,
        );
    }

    /** Reads a Retry-After, a number of seconds or a date, as seconds from now. */
    private static function secondsUntil(?string $retryAfter): ?int
    {
        if ($retryAfter === null || $retryAfter === '') {
            return null;
        }
        if (preg_match('/^\d{1,9}$/D', $retryAfter) === 1) {
            return (int) $retryAfter;
        }
        $at = strtotime($retryAfter);
        return $at === false ? null : max(0, $at - time());
    }

    /** At least the service's Retry-After. Partly random, so that many clients do not retry at once. */
    private static function pauseAfter(int $tries, ?int $retryAfterSeconds): float
    {
        $chance = random_int(0, 1000) / 1000;
        if ($retryAfterSeconds !== null) {
            return $retryAfterSeconds * 1000 + $chance * self::PAUSE_MS;
        }
        return min(self::LONGEST_PAUSE_MS, self::PAUSE_MS * 2 ** ($tries - 1)) * (0.5 + $chance / 2);
    }

    /** @param array<string, mixed> $body */
    private static function encode(array $body): string
    {
        try {
            // An array without fields is an object, too.
            $object = $body === [] ? new \stdClass() : $body;
            return json_encode($object, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        } catch (\JsonException $error) {
            throw new \InvalidArgumentException('The body cannot be sent as JSON: is its text UTF-8?', 0, $error);
        }
    }

    /** Returns the base of all calls. The given address may end with /v1 or a slash. */
    private static function baseOf(string $baseUrl): string
    {
        $parts = parse_url($baseUrl) ?: [];
        if (!in_array(strtolower($parts['scheme'] ?? ''), ['http', 'https'], true) || ($parts['host'] ?? '') === '') {
            throw new \InvalidArgumentException('baseUrl must be an address such as https://sms.example.com');
        }
        if (array_intersect_key($parts, ['query' => 1, 'fragment' => 1, 'user' => 1, 'pass' => 1]) !== []) {
            throw new \InvalidArgumentException('baseUrl must be an address without ?, # and credentials');
        }
        return preg_replace('~/v1$~D', '', rtrim($baseUrl, '/')) . '/v1';
    }

    private static function nowMs(): float
    {
        return hrtime(true) / 1e6;
    }
}

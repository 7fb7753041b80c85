<?php

declare(strict_types=1);

namespace Godwit;

/**
 * Verifies status callbacks by Standard Webhooks 1.0 and parses them.
 *
 * @phpstan-import-type StatusCallback from Types
 */
final class Callback
{
    private const PREFIX = 'whsec_';
    private const VERSION = 'v1,';
    private const TOLERANCE_SECONDS = 300;

    /**
     * Verifies the signature and the time of a callback and returns its content.
     *
     * @param string|list<string> $secret the project's callback secret, whsec_…, or several while you rotate
     * it
     * @param array<string, string|list<string>> $headers from getallheaders(), a framework's request, or
     * $_SERVER
     * @param string $body the raw body, file_get_contents('php://input'); the signature does not match
     * re-encoded JSON
     * @param int $toleranceSeconds how far the callback's time may differ from now, either way
     * @param int|null $now Unix time; default: the current time
     * @return StatusCallback
     * @throws CallbackException if the callback is invalid
     */
    public static function verify(
        #[\SensitiveParameter] string|array $secret,
        array $headers,
        string $body,
        int $toleranceSeconds = self::TOLERANCE_SECONDS,
        ?int $now = null,
    ): array {
        $keys = array_map(self::keyOf(...), (array) $secret);
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        $given = explode(' ', self::header($headers, 'webhook-signature'));
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1) {
            throw new CallbackException('timestamp', 'webhook-timestamp is not a number of seconds');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > $toleranceSeconds) {
            throw new CallbackException(
                'timestamp',
                "webhook-timestamp differs by more than $toleranceSeconds s from now: the callback is old, or this machine's clock is wrong",
            );
        }
        $fits = false;
        foreach ($keys as $key) {
            $expected = self::VERSION . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
            foreach ($given as $one) {
                // All are compared, so that the duration does not reveal which one matches.
                $fits = hash_equals($expected, $one) || $fits;
            }
        }
        if (!$fits) {
            throw new CallbackException(
                'signature',
                'No signature matches: the secret is wrong, or the body was changed',
            );
        }
        $callback = json_decode($body, true);
        if (!is_array($callback)) {
            throw new CallbackException('body', 'The body is not JSON');
        }
        return $callback;
    }

    private static function keyOf(#[\SensitiveParameter] string $secret): string
    {
        $text = str_starts_with($secret, self::PREFIX) ? substr($secret, strlen(self::PREFIX)) : $secret;
        $key = base64_decode($text, true);
        if ($key === false || $key === '') {
            throw new \InvalidArgumentException(
                "The callback secret must be as in the project's settings: whsec_ and base64",
            );
        }
        return $key;
    }

    /** @param array<string, string|list<string>> $headers */
    private static function header(array $headers, string $name): string
    {
        $inServer = 'http_' . str_replace('-', '_', $name);
        foreach ($headers as $key => $value) {
            if (in_array(strtolower((string) $key), [$name, $inServer], true)) {
                $text = is_array($value) ? implode(' ', $value) : $value;
                if ($text !== '') {
                    return $text;
                }
            }
        }
        throw new CallbackException('header', "The header $name is missing");
    }
}

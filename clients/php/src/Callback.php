<?php

declare(strict_types=1);

namespace Godwit;

/**
 * Status callbacks: whether one is the service's own, by Standard Webhooks 1.0, and what it says.
 *
 * @phpstan-import-type StatusCallback from Types
 */
final class Callback
{
    private const PREFIX = 'whsec_';
    private const VERSION = 'v1,';
    private const TOLERANCE_SECONDS = 300;

    /**
     * What a callback says, once its signature and its time are right.
     *
     * @param string|list<string> $secret the project's callback secret, whsec_…, or several while you change from one to the next
     * @param array<string, string|list<string>> $headers as getallheaders() or a framework's request gives them, or $_SERVER
     * @param string $body as it came, file_get_contents('php://input'): what was decoded and encoded again no longer fits
     * @param int $toleranceSeconds how far the callback's time may be from now, either way
     * @param int|null $now Unix time; the clock's where it is null
     * @return StatusCallback
     * @throws CallbackException
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
                "webhook-timestamp is more than $toleranceSeconds s from now: the callback is old, or this machine's clock is wrong",
            );
        }
        $fits = false;
        foreach ($keys as $key) {
            $expected = self::VERSION . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
            foreach ($given as $one) {
                // All are compared, so that the time it takes says nothing of which one fits.
                $fits = hash_equals($expected, $one) || $fits;
            }
        }
        if (!$fits) {
            throw new CallbackException(
                'signature',
                'No signature fits: the secret is another one, or the body was changed',
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
                "The callback secret is not as the project's settings show it: whsec_ and base64",
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

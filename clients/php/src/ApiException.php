<?php

declare(strict_types=1);

namespace Godwit;

/** Thrown if the service refused the call. getCode() returns the error code, one of ErrorCode. */
final class ApiException extends GodwitException
{
    /**
     * @param int $status the HTTP status
     * @param array<string, string> $fields the error of each invalid field
     * @param string|null $requestId identifies this call in the service's log
     */
    public function __construct(
        public readonly int $status,
        int $code,
        public readonly string $description,
        public readonly array $fields,
        public readonly ?string $requestId,
        ?int $retryAfterSeconds,
    ) {
        parent::__construct("$description ($code)", $code);
        $this->retryAfterSeconds = $retryAfterSeconds;
    }

    public function isTemporary(): bool
    {
        return self::isTemporaryStatus($this->status) || self::isTemporaryCode($this->getCode());
    }

    /** Whether a call, or a message of a batch, that was refused with this code may succeed shortly. */
    public static function isTemporaryCode(int $code): bool
    {
        return in_array(
            $code,
            [ErrorCode::TOO_MANY_REQUESTS, ErrorCode::IDEMPOTENCY_IN_PROGRESS, ErrorCode::UNAVAILABLE],
            true,
        );
    }
}

<?php

declare(strict_types=1);

namespace Godwit;

/** The service refused the call and says why. getCode() is the code of the catalogue, one of ErrorCode. */
final class ApiException extends GodwitException
{
    /**
     * @param int $status the HTTP status
     * @param array<string, string> $fields what is wrong with each field at fault
     * @param string|null $requestId names this call in the service's log
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

    /** Whether a call, or a message of a batch, that was refused with this code may be taken shortly. */
    public static function isTemporaryCode(int $code): bool
    {
        return in_array(
            $code,
            [ErrorCode::TOO_MANY_REQUESTS, ErrorCode::IDEMPOTENCY_IN_PROGRESS, ErrorCode::UNAVAILABLE],
            true,
        );
    }
}

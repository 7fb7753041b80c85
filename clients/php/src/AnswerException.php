<?php

declare(strict_types=1);

namespace Godwit;

/** Thrown if the response is not from the service: a proxy's error page, a redirect or a wrong base URL. */
final class AnswerException extends GodwitException
{
    /** @param int $status the HTTP status */
    public function __construct(string $message, public readonly int $status, ?int $retryAfterSeconds)
    {
        parent::__construct($message);
        $this->retryAfterSeconds = $retryAfterSeconds;
    }

    public function isTemporary(): bool
    {
        return self::isTemporaryStatus($this->status);
    }
}

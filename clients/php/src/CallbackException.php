<?php

declare(strict_types=1);

namespace Godwit;

/** A callback that is not to be believed: answer it with 400 and do nothing. */
final class CallbackException extends \RuntimeException
{
    /** @param 'header'|'timestamp'|'signature'|'body' $reason */
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}

<?php

declare(strict_types=1);

namespace Godwit;

/**
 * Codes of errors by name, made by scripts/generate.ts from the schemas of the contract.
 */
final class ErrorCode
{
    /** Unexpected error while processing the request. */
    public const UNEXPECTED = 1000;

    /** The requested resource was not found. */
    public const NOT_FOUND = 1001;

    /** Invalid argument. Provide all required request parameters. */
    public const INVALID_ARGUMENT = 1002;

    /** The API key does not match the resource type: use the live key for LIVE and the test key for TEST. */
    public const KEY_MISMATCH = 1004;

    /** Too many requests. Wait and try again. */
    public const TOO_MANY_REQUESTS = 1006;

    /** Invalid date time format. Use yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd. */
    public const INVALID_DATE = 1007;

    /** A request with this idempotency key is in progress. Repeat it when that one has been answered. */
    public const IDEMPOTENCY_IN_PROGRESS = 1008;

    /** This idempotency key was used with another body. Use a new key for a new message. */
    public const IDEMPOTENCY_REUSED = 1009;

    /** The request is too large. */
    public const TOO_LARGE = 1010;

    /** This content type is not accepted. Send application/json or application/x-www-form-urlencoded. */
    public const UNSUPPORTED_TYPE = 1011;

    /** This conflicts with the present state. */
    public const CONFLICT = 1013;

    /** The request cannot be taken now and nothing has happened. Try again shortly. */
    public const UNAVAILABLE = 1014;

    /** Invalid phone number. */
    public const INVALID_NUMBER = 2000;

    /** Invalid phone number format. Use digits with the international dialing code, such as +94771234567. */
    public const INVALID_NUMBER_FORMAT = 2001;

    /**
     * The phone number lacks a country code. Give the full number with the international dialing code, such
     * as +94771234567.
     */
    public const NUMBER_LACKS_COUNTRY_CODE = 2002;

    /** The from number or alpha id is not valid. Use a sender id approved for this project. */
    public const INVALID_SENDER = 3000;

    /** The project blocks this country in Geo Permissions. */
    public const COUNTRY_BLOCKED = 3001;

    /** The sender id does not support this: carriers of this country take no alphanumeric sender. */
    public const SENDER_CAPABILITY = 3002;

    /** The recipient has opted out. */
    public const OPTED_OUT = 3003;

    /** The SMS body is too long. The maximum is 1600 characters or 10 segments. */
    public const BODY_TOO_LONG = 3004;

    /** Invalid credentials. */
    public const INVALID_CREDENTIALS = 4003;

    /** Insufficient account balance. Recharge to start sending. */
    public const INSUFFICIENT_BALANCE = 4005;

    /** Please verify your account before sending SMS */
    public const VERIFICATION_NEEDED = 4006;

    /** The project's daily limit is reached. */
    public const DAILY_LIMIT = 4007;

    /** Sending is paused for this team. Contact support. */
    public const SENDING_PAUSED = 4008;
}

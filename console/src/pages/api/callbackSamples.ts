// Sample servers that verify a status callback by Standard Webhooks 1.0, in each language of the reference.
// The shell sample verifies one request by hand.
import type { SampleLanguage } from './samples.ts';

/** Returns the sample with a project's secret. Servers listen on port 8000. */
export const callbackSample = (language: SampleLanguage, secret: string): string =>
  SAMPLES[language].replace('@SECRET@', secret);

const SHELL = `# id, timestamp, signature: the webhook- headers of the call
# body.json: its body, byte for byte
secret='@SECRET@'
key=$(printf %s "\${secret#whsec_}" | base64 -d | od -An -tx1 | tr -d ' \\n')
expected=v1,$( (printf '%s.%s.' "$id" "$timestamp"; cat body.json) |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)
case " $signature " in
  *" $expected "*) echo genuine ;;
  *) echo forged; exit 1 ;;
esac`;

const NODE = `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const secret = '@SECRET@';
const key = Buffer.from(secret.replace('whsec_', ''), 'base64');

function isGenuine(headers, body) {
  const id = headers['webhook-id'], time = headers['webhook-timestamp'];
  if (!(Math.abs(Date.now() / 1000 - time) < 300)) return false;
  const expected = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(body).digest();
  return String(headers['webhook-signature']).split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  const body = await buffer(request);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const { id, status, sequence } = JSON.parse(body);
  console.log(id, status, sequence);
  response.writeHead(204).end();
}).listen(8000);`;

const PYTHON = `import base64, hashlib, hmac, json, time
from http.server import BaseHTTPRequestHandler, HTTPServer

secret = "@SECRET@"
key = base64.b64decode(secret.removeprefix("whsec_"))

def is_genuine(headers, body):
    id, sent_at = headers.get("webhook-id"), headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > 300:
        return False
    signed = f"{id}.{sent_at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected.encode(), one.encode()) for one in given)

class Callback(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        genuine = is_genuine(self.headers, body)
        self.send_response(204 if genuine else 401)
        self.end_headers()
        if genuine:
            message = json.loads(body)
            print(message["id"], message["status"], message["sequence"], flush=True)

HTTPServer(("", 8000), Callback).serve_forever()`;

const PHP = `<?php
// Save as callback.php and run: php -S 0.0.0.0:8000 callback.php
$secret = '@SECRET@';
$key = base64_decode(substr($secret, strlen('whsec_')));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '0';
$given = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');

$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
$recent = abs(time() - (int) $time) <= 300;
$matching = array_filter($given, fn($one) => hash_equals($expected, $one));
if (!$recent || !$matching) {
    http_response_code(401);
    exit;
}
$message = json_decode($body, true);
error_log("{$message['id']} {$message['status']} {$message['sequence']}");
http_response_code(204);`;

const JAVA = `import com.sun.net.httpserver.*;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Callback {
  static final String SECRET = "@SECRET@";

  static boolean isGenuine(Headers headers, byte[] body) {
    try {
      return verify(headers, body);
    } catch (Exception malformed) {
      return false;
    }
  }

  static boolean verify(Headers headers, byte[] body) throws Exception {
    String id = headers.getFirst("webhook-id"), time = headers.getFirst("webhook-timestamp");
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(time)) > 300) return false;
    var mac = Mac.getInstance("HmacSHA256");
    var key = Base64.getDecoder().decode(SECRET.substring("whsec_".length()));
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + time + ".").getBytes());
    var expected = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    return Arrays.stream(headers.getFirst("webhook-signature").split(" "))
      .anyMatch(given -> MessageDigest.isEqual(given.getBytes(), expected.getBytes()));
  }

  public static void main(String[] arguments) throws Exception {
    var server = HttpServer.create(new InetSocketAddress(8000), 0);
    server.createContext("/", call -> {
      var body = call.getRequestBody().readAllBytes();
      var genuine = isGenuine(call.getRequestHeaders(), body);
      if (genuine) System.out.println(new String(body));
      call.sendResponseHeaders(genuine ? 204 : 401, -1);
      call.close();
    });
    server.start();
  }
}`;

const SAMPLES: Record<SampleLanguage, string> = {
  curl: SHELL,
  Node: NODE,
  Python: PYTHON,
  PHP,
  Java: JAVA,
};

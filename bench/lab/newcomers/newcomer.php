<?php
// From a sandbox key to a verified OrderShipped: PHP without packages, by the pages of the documentation.

function call(string $method, string $path, ?array $body = null): array
{
    $answer = file_get_contents(getenv('OCTAVO_URL') . $path, false, stream_context_create(['http' => [
        'method' => $method,
        'header' => ['Authorization: ' . getenv('OCTAVO_AUTHORIZATION'), 'Content-Type: application/json'],
        'content' => $body === null ? '' : json_encode($body),
        'ignore_errors' => true,
    ]]));
    $result = json_decode($answer, true);
    if (!preg_match('/ 2\d\d /', $http_response_header[0])) exit("{$result['code']}: {$result['detail']}\n");
    return $result;
}

/** The event of a request that was signed in the last five minutes; null for any other. */
function verified(array $headers, string $body, string $key): ?array
{
    $stamp = $headers['webhook-timestamp'] ?? '';
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "{$headers['webhook-id']}.$stamp.$body", $key, true));
    $isFresh = abs(time() - (int) $stamp) < 300;
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $one) {
        if ($isFresh && hash_equals($expected, $one)) return json_decode($body, true);
    }
    return null;
}

$key = base64_decode(substr(call('GET', '/sandbox/webhook-secret')['secret'], strlen('whsec_')));
$receiver = stream_socket_server('tcp://127.0.0.1:0');
$order = call('POST', '/orders/create', [
    'sandbox' => ['payments' => 'automatic', 'pace' => 'PT1S'],
    'webhookUrl' => 'http://' . stream_socket_get_name($receiver, false) . '/octavo',
    'destination' => ['name' => 'Ada Reader', 'address1' => '1 Main Street', 'city' => 'Rochester', 'state' => 'NY',
        'postal' => '14604', 'country' => 'US'],
    'orderItems' => [['sku' => call('GET', '/products')['products'][0]['sku'], 'quantity' => 2]],
]);
while ($connection = stream_socket_accept($receiver, 60)) {
    fgets($connection);
    $headers = [];
    while (($line = trim(fgets($connection))) !== '') {
        [$name, $value] = explode(':', $line, 2);
        $headers[strtolower($name)] = trim($value);
    }
    $event = verified($headers, stream_get_contents($connection, (int) $headers['content-length']), $key);
    $status = $event === null ? '401 Unauthorized' : '204 No Content';
    fwrite($connection, "HTTP/1.1 $status\r\nConnection: close\r\n\r\n");
    fclose($connection);
    if ($event === null) continue;
    echo "verified {$event['type']}: {$event['data']['customerOrderId']}\n";
    if ($event['type'] === 'OrderShipped') exit(0);
}
exit(1);

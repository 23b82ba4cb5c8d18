// The address of the API, relative to this page. Change it to serve the page from elsewhere than `bgo serve`.
window.BGO_API = "api/v1";
